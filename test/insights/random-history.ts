import type { TimelineKind } from '#insights/enrollment-timeline/timeline-sources.js';
import type { Dice } from '../support/dice.js';
import type { School } from '../support/school.js';

/** What a timeline item must be, by its place: occurredAt, kind and id. */
export type Place = readonly [at: string, kind: TimelineKind, id: string];

type Make = (school: School, dice: Dice, enrollmentId: string, at: () => Date) => Promise<Place[]>;

const place = (at: Date, kind: TimelineKind, id: string): Place => [at.toISOString(), kind, id];

const makers: Record<string, Make> = {
  note: async (school, _dice, id, at) => {
    const writtenAt = at();
    return [place(writtenAt, 'note.created', await school.note(id, { written_at: writtenAt }))];
  },
  blocker: async (school, dice, id, at) => {
    const [opened, resolved] = [at(), dice.chance(0.5) ? at() : null];
    const row = { opened_at: opened, resolved_at: resolved, status: resolved ? 'resolved' : 'open' };
    const blocker = await school.blocker(id, row);
    return [
      place(opened, 'blocker.opened', blocker),
      ...(resolved ? [place(resolved, 'blocker.resolved', blocker)] : []),
    ];
  },
  session: async (school, dice, id, at) => {
    const [created, ended] = [at(), at()];
    const status = dice.pick(['planned', 'held', 'cancelled', 'recorded']);
    const session = await school.coachingSession(id, {
      status: status === 'recorded' ? 'held' : status,
      scheduled_at: status === 'recorded' ? null : at(),
      held_at: status === 'held' || status === 'recorded' ? ended : null,
      created_at: created,
      updated_at: ended,
    });
    if (status === 'recorded') return [place(ended, 'coaching_session.created', session)];
    const made = place(created, 'coaching_session.created', session);
    if (status === 'held') return [made, place(ended, 'coaching_session.completed', session)];
    return status === 'cancelled' ? [made, place(ended, 'coaching_session.cancelled', session)] : [made];
  },
  intervention: async (school, dice, id, at) => {
    const [planned, closed, updated] = [at(), dice.chance(0.5) ? at() : null, at()];
    const row = { planned_at: planned, closed_at: closed, status: closed ? 'completed' : 'planned' };
    const intervention = await school.intervention(id, row);
    const made = { updated_by: school.owner.accountId, made_at: updated };
    const update = { enrollment_id: id, intervention_id: intervention, ...made };
    return [
      place(planned, 'intervention.planned', intervention),
      place(updated, 'intervention.updated', await school.insert('intervention_updates', update)),
      ...(closed ? [place(closed, 'intervention.closed', intervention)] : []),
    ];
  },
  task: async (school, dice, enrollmentId, at) => {
    const [published, completed, archived] = [at(), dice.chance(0.6) ? at() : null, dice.chance(0.3) ? at() : null];
    const row = { published_at: published, completed_at: completed, archived_at: archived };
    const task = await school.task({ enrollment_id: enrollmentId, ...row });
    const places = [place(published, 'member_task.published', task)];
    if (archived) places.push(place(archived, 'member_task.archived', task));
    if (completed) places.push(place(completed, 'member_task.completed', task));
    if (dice.chance(0.5)) {
      const [former, reopened] = [at(), at()];
      const times = { completed_at: former, reopened_at: reopened };
      const reopening = { enrollment_id: enrollmentId, member_task_id: task, ...times };
      const id = await school.insert('member_task_reopenings', { ...reopening, reopened_by: school.owner.accountId });
      places.push(place(former, 'member_task.completed', id), place(reopened, 'member_task.reopened', id));
    }
    return places;
  },
  submission: async (school, dice, id, at) => {
    const task = await school.task({ enrollment_id: id });
    const [submitted, reviewed] = [at(), dice.chance(0.5) ? at() : null];
    const row = { submitted_at: submitted, reviewed_at: reviewed, status: reviewed ? 'accepted' : 'pending' };
    const submission = await school.submission(await school.deliverable(task), task, id, row);
    if (!reviewed) return [place(submitted, 'submission.created', submission)];
    const review = { submission_id: submission, verdict: 'accepted', reviewed_by: school.owner.accountId };
    await school.insert('submission_reviews', { ...review, reviewed_at: reviewed });
    return [place(submitted, 'submission.created', submission), place(reviewed, 'submission.reviewed', submission)];
  },
  extension: async (school, _dice, id, at) => {
    const grantedAt = at();
    const extension = await school.deadlineExtension(id, { granted_at: grantedAt });
    return [place(grantedAt, 'enrollment.deadline_extended', extension)];
  },
  attendance: async (school, dice, id, at) => {
    const startsAt = at();
    const live = await school.liveSession([], { starts_at: startsAt, ends_at: startsAt });
    const attendance = await school.attendance(live, id, dice.pick(['present', 'absent', 'excused']));
    return [place(startsAt, 'attendance.recorded', attendance)];
  },
  lesson: async (school, dice, id, at) => {
    const lesson = await school.lesson({ status: 'published' });
    const { rows } = await school.rows<{ course_id: string }>(
      'select course_id from lessons where organization_id = $1 and id = $2',
      lesson,
    );
    const [completed, first, course] = [at(), at(), rows[0].course_id];
    const completion = await school.lessonCompletion(id, course, lesson, { completed_at: completed });
    const row = { enrollment_id: id, course_id: course, completed_at: first, created_at: first };
    const places = [place(completed, 'lesson.completed', completion)];
    if (dice.chance(0.5)) places.push(place(first, 'course.completed', await school.insert('course_completions', row)));
    return places;
  },
  path: async (school, dice, id, at) => {
    const [since, completed] = [at(), dice.chance(0.5) ? at() : null];
    const row = { since, until: since, completed_at: completed };
    const path = await school.enrollmentPath(id, await school.path(), row);
    return [
      place(since, 'enrollment.path_assigned', path),
      ...(completed ? [place(completed, 'path.completed', path)] : []),
    ];
  },
  milestone: async (school, dice, id, at) => {
    const [reached, revoked] = [at(), dice.chance(0.5) ? at() : null];
    const revocation = { revoked_at: revoked, revoked_by: school.owner.accountId, revoke_reason: 'Wrong' };
    const row = { reached_at: reached, ...(revoked ? revocation : {}) };
    const reach = await school.milestoneReach(id, await school.milestone(), row);
    return [
      place(reached, 'milestone.reached', reach),
      ...(revoked ? [place(revoked, 'milestone.reach_revoked', reach)] : []),
    ];
  },
  outcome: async (school, dice, id, at) => {
    const [measured, voided] = [at(), dice.chance(0.5) ? at() : null];
    const voiding = { voided_at: voided, voided_by: school.owner.accountId, void_reason: 'Wrong' };
    const row = { measured_at: measured, ...(voided ? voiding : {}) };
    const entry = await school.outcomeEntry(id, await school.outcomeMeasure(), row);
    return [place(measured, 'outcome.recorded', entry), ...(voided ? [place(voided, 'outcome.voided', entry)] : [])];
  },
  question: async (school, dice, id, at) => {
    const [asked, answered] = [at(), dice.chance(0.5) ? at() : null];
    const closed = answered ? null : dice.pick(['declined', 'withdrawn', null] as const);
    const closedAt = at();
    const answer = {
      answered_by: school.owner.accountId,
      answered_at: answered,
      answer_text: 'Yes.',
      visibility: 'private',
    };
    const question = await school.videoQuestion(id, {
      asked_at: asked,
      ...(answered ? { status: 'answered', ...answer } : {}),
      ...(closed ? { status: closed, closed_at: closedAt, closed_by: school.owner.accountId } : {}),
    });
    return [
      place(asked, 'video_question.asked', question),
      ...(answered ? [place(answered, 'video_question.answered', question)] : []),
      ...(closed ? [place(closedAt, `video_question.${closed}`, question)] : []),
    ];
  },
  membership: async (school, dice, id, at) => {
    const [started, ended] = [at(), dice.chance(0.5) ? at() : null];
    const row = { enrollment_id: id, started_at: started, ended_at: ended };
    const membership = await school.groupMembership(await school.group(), row);
    return [
      place(started, 'group_membership.started', membership),
      ...(ended ? [place(ended, 'group_membership.ended', membership)] : []),
    ];
  },
};

const MOVES: [from: string | null, to: string, kind: TimelineKind][] = [
  [null, 'pending', 'enrollment.created'],
  ['pending', 'active', 'enrollment.activated'],
  ['active', 'paused', 'enrollment.paused'],
  ['paused', 'active', 'enrollment.resumed'],
  ['active', 'transferred', 'enrollment.transferred'],
  ['active', 'failed', 'enrollment.closed'],
];

/** Rows of every kind for the enrollment, at few instants, so that many items share one. Returns their places. */
export async function randomHistory(school: School, dice: Dice, enrollmentId: string, now: Date): Promise<Place[]> {
  const at = (): Date => new Date(now.getTime() - 1000 * dice.below(8));
  const places: Place[] = [];
  for (const [index, [from, to, kind]] of MOVES.entries()) {
    const changedAt = at();
    const row = { from_status: from, to_status: to, changed_by: school.owner.accountId, changed_at: changedAt };
    const change = { enrollment_id: enrollmentId, position: index + 1, ...row };
    places.push(place(changedAt, kind, await school.insert('enrollment_status_changes', change)));
  }
  for (const make of dice.shuffle([...Object.values(makers), ...Object.values(makers)])) {
    places.push(...(await make(school, dice, enrollmentId, at)));
  }
  return places;
}

/** The order of a timeline: latest first, then by kind, then by id. */
export function inOrder(places: readonly Place[]): Place[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...places].sort((a, b) => compare(b[0], a[0]) || compare(a[1], b[1]) || compare(a[2], b[2]));
}
