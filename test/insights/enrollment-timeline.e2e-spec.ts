import { describe, expect, it } from '@jest/globals';
import type { TimelineItem } from '#insights/enrollment-timeline/enrollment-timeline.dto.js';
import { TIMELINE_KINDS, type TimelineKind } from '#insights/enrollment-timeline/timeline-sources.js';
import type { Client } from '../support/client.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { statementsOf } from '../support/statement-log.js';
import { wholeHour } from '../bookings/bookings.samples.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

/** A transfer takes along what is open, so that it has a test of its own. */
const TRANSFERRED: readonly TimelineKind[] = ['enrollment.transferred'];

/** What follows from a completion has an event, and no audit entry of its own. */
const FACTS: readonly string[] = ['course.completed', 'milestone.reached', 'path.completed'];

const items = async (enrollmentId: string, query = '', client: Client = school.owner.client) => {
  const response = await client.get(`/enrollments/${enrollmentId}/timeline?limit=100&${query}`);
  expect(response.status).toBe(200);
  return (response.body.data as { items: TimelineItem[] }).items;
};

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Calls every operation that a timeline tells of. */
async function live(): Promise<string> {
  const { client, accountId } = await school.person('ADMIN');
  const send = async (
    path: string,
    body: object = {},
    method: 'PATCH' | 'POST' | 'PUT' = 'POST',
  ): Promise<{ id: string }> => {
    // Nobody reviews their own submission.
    const response = await (path.endsWith('/reviews') ? school.owner.client : client).send(method, path, { body });
    expect([path, response.status < 300]).toEqual([path, true]);
    return response.body.data as { id: string };
  };
  const cohortId = await school.cohort();
  const learner = await school.person();
  const { memberId } = learner;
  const { id } = await send(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'pending' });
  const own = (path: string, body?: object) => send(`/enrollments/${id}/${path}`, body);
  await own('activate');
  await own('pause', { reason: 'Parental leave' });
  await own('resume');
  const mistaken = await own('notes', { body: 'About somebody else' });
  await send(`/notes/${mistaken.id}/redact`, { reason: 'A mix-up' });
  await own('notes', { body: 'n'.repeat(300) });
  const blocker = await own('blockers', { title: 'No laptop', urgency: 'normal' });
  await send(`/blockers/${blocker.id}/resolve`, { resolution: 'Lent one' });
  const [planned, cancelled] = [
    await own('coaching-sessions', { scheduledAt: day(1) }),
    await own('coaching-sessions', { scheduledAt: day(2) }),
  ];
  await send(`/coaching-sessions/${planned.id}/complete`, { heldAt: day(-1), summary: 'Agreed a plan' });
  await send(`/coaching-sessions/${cancelled.id}/cancel`);
  await own('coaching-sessions', { heldAt: day(-3), summary: 'First talk' });
  const booked = { enrollmentId: id, startsAt: wholeHour(school, 24) };
  const booking = await send(`/booking-types/${await school.bookingType()}/bookings`, booked);
  await send(`/bookings/${booking.id}/reschedule`, { startsAt: wholeHour(school, 48) });
  await send(`/bookings/${booking.id}/cancel`, { reason: 'Ill' });
  const intervention = await own('interventions', {
    reason: 'late',
    title: 'Call',
    channel: 'call',
    ownerUserId: accountId,
    dueAt: day(1),
    expectedOutcome: 'A date',
  });
  await send(`/interventions/${intervention.id}`, { title: 'Call again' }, 'PATCH');
  await send(`/interventions/${intervention.id}/close`, { status: 'completed', outcome: 'Done' });
  const task = await own('tasks', { title: 'Write a plan', dueAt: day(3) });
  await own('deadline-extensions', { scope: 'all', days: 2, reason: 'Illness' });
  const format = { kind: 'link', mimeTypes: [] };
  const expected = { title: 'The plan', acceptedFormats: [format], expectedReviewerRole: 'coach' };
  const deliverable = await send(`/member-tasks/${task.id}/deliverables`, expected);
  await send(`/member-tasks/${task.id}/publish`);
  const handedIn = { kind: 'link', url: 'https://example.com/plan' };
  const submission = await send(`/deliverables/${deliverable.id}/submissions`, handedIn);
  await send(`/submissions/${submission.id}/reviews`, { verdict: 'accepted' });
  for (const move of ['complete', 'reopen', 'complete', 'reopen', 'complete', 'archive']) {
    await send(`/member-tasks/${task.id}/${move}`);
  }
  const { programId: program_id } = (await client.get(`/cohorts/${cohortId}`)).body.data as { programId: string };
  const course_id = await school.course({ program_id, status: 'published' });
  const path = await school.path([course_id], { program_id, status: 'active' });
  await send(`/enrollments/${id}/path`, { pathId: path }, 'PUT');
  await school.milestone({ program_id, requirement_kind: 'course', course_id });
  const reached = await own('milestones', { milestoneId: await school.milestone({ program_id, position: 2 }) });
  await send(`/milestone-reaches/${reached.id}/revoke`, { reason: 'Entered for another person' });
  await own('complete-lesson', { lessonId: await school.lesson({ course_id, status: 'published' }) });
  const outcomeMeasureId = await school.outcomeMeasure({ program_id });
  const entry = await own('outcome-entries', { outcomeMeasureId, kind: 'reading', value: 4 });
  await send(`/outcome-entries/${entry.id}/void`, { reason: 'Entered for another person' });
  const ask = async (body: string) => {
    const response = await learner.client.post('/me/video-questions', { enrollmentId: id, body });
    return (response.body.data as { id: string }).id;
  };
  await send(`/video-questions/${await ask('Why?')}/answer`, { text: 'Because.' });
  await send(`/video-questions/${await ask('When?')}/decline`, { reason: 'See the first lesson' });
  await learner.client.post(`/me/video-questions/${await ask('Where?')}/withdraw`);
  const session = await school.liveSession([cohortId]);
  await send(`/live-sessions/${session}/attendance`, { entries: [{ enrollmentId: id, status: 'absent' }] }, 'PUT');
  const groupId = await school.group();
  const group = (await send(`/groups/${groupId}/memberships`, { enrollmentId: id })) as unknown as {
    memberships: { id: string }[];
  };
  await send(`/group-memberships/${group.memberships[0].id}/end`);
  await own('close', { result: 'failed', reason: 'Moved away' });
  return id;
}

describe('the timeline of an enrollment', () => {
  it('has an item for each event of the operations that it tells of, with who did it and when it was entered', async () => {
    const id = await live();
    const shown = await items(id);
    const told: readonly string[] = TIMELINE_KINDS;
    const { rows: recorded } = await school.rows<{ action: string; actor_id: string; occurred_at: Date }>(
      `select action, actor_id, occurred_at from audit_entries where organization_id = $1 and action = any($2)`,
      TIMELINE_KINDS,
    );
    const ofTrail = recorded.map((entry) => [entry.action, entry.actor_id, entry.occurred_at.toISOString()]);
    const facts = shown.filter(({ kind, actorId }) => FACTS.includes(kind) && actorId === null);
    const entered = shown.filter((item) => !facts.includes(item));
    const ofItems = entered.map(({ kind, actorId, recordedAt }) => [kind, actorId, recordedAt]);
    expect(ofItems.map(String).sort()).toEqual(ofTrail.map(String).sort());
    const { events } = await school.trail();
    const names = events.map(({ name }) => String(name)).filter((name) => told.includes(name));
    expect(shown.map(({ kind }) => kind).sort()).toEqual(names.sort());
    expect(TIMELINE_KINDS.filter((kind) => !names.includes(kind))).toEqual(TRANSFERRED);
    expect(entered.every(({ actorName }) => actorName?.startsWith('Person '))).toBe(true);
    expect(facts.map(({ kind, actorName }) => [kind, actorName]).sort()).toEqual(FACTS.map((kind) => [kind, null]));
  });

  it('ends with a transfer, and begins anew in the other cohort', async () => {
    const id = await school.enrollment();
    const toCohortId = await school.cohort();
    const body = { toCohortId, reason: 'Other hours' };
    const response = await school.owner.client.post(`/enrollments/${id}/transfer`, body);
    const { id: there } = (response.body.data as { to: { id: string } }).to;
    const [latest] = await items(id);
    expect([latest.kind, latest.outcome]).toEqual(['enrollment.transferred', 'transferred']);
    expect((await items(there)).map(({ kind }) => kind)).toEqual(['enrollment.created']);
  });

  it('shows reopenings and updates in the enrollment that a transfer takes their tasks and interventions to', async () => {
    const { client } = school.owner;
    const id = await school.enrollment();
    const [task, intervention] = [await school.task({ enrollment_id: id }), await school.intervention(id)];
    await client.patch(`/interventions/${intervention}`, { title: 'Call again' });
    for (const move of ['complete', 'reopen']) await client.post(`/member-tasks/${task}/${move}`);
    const kinds: string[] = ['intervention.updated', 'member_task.completed', 'member_task.reopened'];
    const told = async (enrollment: string) =>
      (await items(enrollment)).map(({ kind }) => kind).filter((kind) => kinds.includes(kind));
    expect((await told(id)).sort()).toEqual(kinds);
    const body = { toCohortId: await school.cohort(), reason: 'Other hours' };
    const response = await client.post(`/enrollments/${id}/transfer`, body);
    const { id: there } = (response.body.data as { to: { id: string } }).to;
    expect([await told(id), (await told(there)).sort()]).toEqual([[], kinds]);
  });

  it('leaves out the end of questions that were declined or withdrawn before it was stored', async () => {
    const id = await school.enrollment();
    for (const status of ['declined', 'withdrawn']) await school.videoQuestion(id, { status });
    const kinds = (await items(id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('video_question.'))).toEqual([
      'video_question.asked',
      'video_question.asked',
    ]);
  });

  it('shows an update of an intervention that changes a value only', async () => {
    const id = await school.enrollment();
    const intervention = await school.intervention(id, { title: 'Call' });
    for (const body of [{}, { title: 'Call' }]) {
      expect((await school.owner.client.patch(`/interventions/${intervention}`, body)).status).toBe(200);
    }
    expect(await items(id, 'kind=intervention.updated')).toEqual([]);
  });

  it('shows of each item when it happened, its text and what it led to', async () => {
    const id = await live();
    const shown = await items(id);
    const of = (kind: TimelineKind) => shown.filter((item) => item.kind === kind);
    const told = (kind: TimelineKind) => of(kind).map(({ text, outcome }) => [text, outcome]);
    expect(told('enrollment.created')).toEqual([[null, 'pending']]);
    expect(told('enrollment.paused')).toEqual([['Parental leave', 'paused']]);
    expect(told('enrollment.deadline_extended')).toEqual([['Illness', null]]);
    expect(told('enrollment.resumed')).toEqual([[null, 'active']]);
    expect(told('enrollment.closed')).toEqual([['Moved away', 'failed']]);
    expect(told('note.created')).toEqual([
      ['n'.repeat(200), null],
      ['[redacted]', null],
    ]);
    expect(told('note.redacted')).toEqual([['[redacted]', 'redacted']]);
    expect(told('blocker.resolved')).toEqual([['No laptop', 'resolved']]);
    expect(told('booking.created')).toEqual([['Coaching call', 'booked']]);
    expect(told('booking.rescheduled')).toEqual([[null, 'booked']]);
    expect(told('booking.cancelled')).toEqual([['Ill', 'cancelled']]);
    expect(told('coaching_session.created')).toEqual([
      ['Coaching call', 'planned'],
      [null, 'planned'],
      [null, 'planned'],
      ['First talk', 'held'],
    ]);
    expect(told('coaching_session.completed')).toEqual([['Agreed a plan', 'held']]);
    expect(told('intervention.closed')).toEqual([['Call again', 'completed']]);
    expect(told('member_task.completed')).toEqual(Array.from({ length: 3 }, () => ['Write a plan', 'completed']));
    expect(told('submission.reviewed')).toEqual([['The plan', 'accepted']]);
    expect(told('attendance.recorded')).toEqual([['Weekly live', 'absent']]);
    expect(told('group_membership.ended')).toEqual([['Tuesday accountability', null]]);
    expect(told('video_question.answered')).toEqual([['Because.', 'answered']]);
    expect(told('video_question.declined')).toEqual([['See the first lesson', 'declined']]);
    expect(told('video_question.withdrawn')).toEqual([['Where?', 'withdrawn']]);
    const [{ occurredAt, recordedAt }] = of('coaching_session.completed');
    expect(Date.parse(recordedAt) - Date.parse(occurredAt)).toBeGreaterThan(86_000_000);
  });

  it('shows an actor that nothing stores as null, and its recording as when it happened', async () => {
    const id = await school.enrollment();
    const at = new Date('2030-01-01T00:00:00.000Z');
    const sessionId = await school.coachingSession(id, { status: 'held', held_at: at });
    expect((await items(id, 'kind=coaching_session.completed'))[0]).toEqual({
      id: sessionId,
      kind: 'coaching_session.completed',
      occurredAt: at.toISOString(),
      recordedAt: at.toISOString(),
      resourceType: 'coaching_session',
      resourceId: sessionId,
      actorId: null,
      actorName: null,
      text: null,
      outcome: 'held',
    });
  });

  it('shows an attendance where its live session is moved to', async () => {
    const cohortId = await school.cohort();
    const id = await school.enrollment({ cohort_id: cohortId });
    const session = await school.liveSession([cohortId], { starts_at: day(-3), ends_at: day(-2) });
    const entries = [{ enrollmentId: id, status: 'present' }];
    await school.owner.client.send('PUT', `/live-sessions/${session}/attendance`, { body: { entries } });
    const startsAt = day(-5);
    expect((await school.owner.client.patch(`/live-sessions/${session}`, { startsAt })).status).toBe(200);
    const [item] = await items(id);
    expect([item.kind, item.occurredAt, item.resourceId]).toEqual(['attendance.recorded', startsAt, session]);
  });

  it('is read by one statement', async () => {
    const id = await school.enrollment();
    await noteUseOfKey(school);
    const sent = await statementsOf('rollback', () => items(id));
    expect(sent.filter((name) => /timeline|names|select/.test(name))).toEqual(['list_enrollment_timeline']);
  });
});
