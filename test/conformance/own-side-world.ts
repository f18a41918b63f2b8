import { Client } from '../support/client.js';
import type { Person, School } from '../support/school.js';

export type KindOfKey = 'API key' | 'session key' | 'sign-in';

export interface OwnSide {
  /** The member who reads and writes, and their enrollment with everything that staff keep about it. */
  learner: Person;
  enrollmentId: string;
  cohortId: string;
  programId: string;
  /** The ids of what is somebody else's: a classmate's, and those of a program that the learner is not in. */
  others: string[];
  /** Of these, by what they are. */
  classmate: { enrollmentId: string; mediaId: string; deliverableId: string; lessonId: string };
}

/** An enrolled member. Everything about the enrollment that only staff may read, and everything of others, says the canary. */
export async function ownSide(school: School, canary: string): Promise<OwnSide> {
  const learner = await school.person();
  const programId = await school.program();
  const cohortId = await school.cohort({ program_id: programId });
  const enrollmentId = await school.enrollment({ member_id: learner.memberId, cohort_id: cohortId });
  const world = { enrollmentId, cohortId, programId };
  await keptByStaff(school, world, canary);
  const path = await school.path(await unpublished(school, programId, canary), {
    program_id: programId,
    status: 'active',
  });
  await school.enrollmentPath(enrollmentId, path, { reason: canary });
  const { classmate, ids } = await ofClassmate(school, world, canary);
  const others = [...ids, ...(await ofAnotherProgram(school, canary))];
  return { learner, ...world, others, classmate };
}

type World = Pick<OwnSide, 'enrollmentId' | 'cohortId' | 'programId'>;

async function keptByStaff(school: School, { enrollmentId, programId }: World, canary: string): Promise<void> {
  const [now, by] = [school.app.now(), school.owner.accountId];
  await school.rows(
    'update enrollments set status_reason = $3 where organization_id = $1 and id = $2',
    enrollmentId,
    canary,
  );
  const move = { position: 9, from_status: 'paused', to_status: 'active', changed_by: by, changed_at: now };
  await school.insert('enrollment_status_changes', { enrollment_id: enrollmentId, ...move, reason: canary });
  await school.note(enrollmentId, { body: canary });
  await school.intervention(enrollmentId, { title: canary, expected_outcome: canary });
  const closed = { status: 'completed', closed_at: now, closed_by: by, outcome: canary };
  await school.intervention(enrollmentId, { title: canary, expected_outcome: canary, ...closed });
  await school.blocker(enrollmentId, { title: canary, resolution: canary });
  await school.coachingSession(enrollmentId, { status: 'held', held_at: now, summary: canary });
  await school.deadlineExtension(enrollmentId, { reason: canary });
  const published = await school.task({ enrollment_id: enrollmentId });
  await school.deliverable(published, { status: 'archived', title: canary, archive_reason: canary, archived_at: now });
  for (const status of ['draft', 'archived']) {
    await school.task({ enrollment_id: enrollmentId, status, title: canary, description: canary });
  }
  const milestone = await school.milestone({ program_id: programId, ...DUE });
  await school.milestoneReach(enrollmentId, milestone, { note: canary });
  const revoked = { revoked_at: now, revoked_by: by, revoke_reason: canary };
  await school.milestoneReach(enrollmentId, milestone, { note: canary, ...revoked });
}

const DUE = { due_kind: 'after_enrollment', due_days: 2, due_time: '23:59' };

/** Returns the courses: one is published, with one published lesson. */
async function unpublished(school: School, program_id: string, canary: string): Promise<string[]> {
  const now = school.app.now();
  await school.videoResource({ program_id, title: canary, status: 'unpublished', unpublished_at: now });
  const course_id = await school.course({ program_id, status: 'published' });
  await school.lesson({ course_id, status: 'published' });
  const courses = [course_id];
  for (const row of [{ status: 'draft' }, { status: 'archived', archived_at: now }]) {
    courses.push(await school.course({ program_id, title: canary, description: canary, ...row }));
    await school.lesson({ course_id, title: canary, body: canary, ...row });
    await school.path([course_id], { program_id, name: canary, description: canary, status: row.status });
  }
  await school.milestone({ program_id, title: canary, status: 'archived', archived_at: now, ...DUE });
  return courses;
}

/** Another member of the same cohort, with something of each kind. */
async function ofClassmate(school: School, { cohortId, programId }: World, canary: string) {
  const { memberId, accountId, apiKeyId } = await school.person();
  const theirs = await school.handedIn({ member_id: memberId, cohort_id: cohortId });
  const { enrollmentId, taskId, deliverableId, submissionId } = theirs;
  await school.rows('update members set name = $3 where organization_id = $1 and id = $2', memberId, canary);
  await school.rows('update member_tasks set title = $3 where organization_id = $1 and id = $2', taskId, canary);
  const mediaId = await school.media('file', { title: canary, created_by: accountId });
  const answer = { kind: 'video_answer', audience_enrollment_id: enrollmentId, title: canary };
  const videoResourceId = await school.videoResource({ program_id: programId, ...answer });
  const answered = { status: 'answered', answered_by: school.owner.accountId, answer_text: canary };
  const reported = { title: canary, reported_by_member: true, opened_by: accountId };
  const course_id = await school.course({ program_id: programId, status: 'published' });
  const lessonId = await school.lesson({ course_id, status: 'published' });
  const milestone = await school.milestone({ program_id: programId, ...DUE });
  const ids = [
    ...[memberId, accountId, apiKeyId, enrollmentId, taskId, deliverableId, submissionId, mediaId, videoResourceId],
    await school.blocker(enrollmentId, reported),
    await school.videoQuestion(enrollmentId, { body: canary }),
    await school.videoQuestion(enrollmentId, { body: canary, ...answered }),
    await school.lessonCompletion(enrollmentId, course_id, lessonId),
    await school.milestoneReach(enrollmentId, milestone, { note: canary }),
    await school.coachingSession(enrollmentId, { title: canary }),
    await school.groupMembership(await school.group({ name: canary }), { enrollment_id: enrollmentId }),
  ];
  return { classmate: { enrollmentId, mediaId, deliverableId, lessonId }, ids };
}

/** What belongs to a program and a cohort in which the learner is not. */
async function ofAnotherProgram(school: School, canary: string): Promise<string[]> {
  const program_id = await school.program();
  const cohort_id = await school.cohort({ program_id });
  const { memberId } = await school.person();
  const enrollmentId = await school.enrollment({ member_id: memberId, cohort_id });
  const course_id = await school.course({ program_id, status: 'published', title: canary });
  const section_id = await school.courseSection({ course_id, title: canary });
  const pathId = await school.path([course_id], { program_id, status: 'active', name: canary });
  await school.enrollmentPath(enrollmentId, pathId);
  const milestone = await school.milestone({ program_id, title: canary, ...DUE });
  return [
    ...[program_id, cohort_id, memberId, enrollmentId, course_id, section_id, pathId, milestone],
    await school.lesson({ course_id, section_id, status: 'published', title: canary }),
    await school.milestoneReach(enrollmentId, milestone, { note: canary }),
    await school.videoResource({ program_id, title: canary }),
    await school.videoQuestion(enrollmentId, { body: canary }),
    await school.liveSession([cohort_id], { title: canary }),
  ];
}

/** The member, by the API key or by a session key that an administrator made. */
export async function calling(school: School, learner: Person, by: KindOfKey): Promise<Person> {
  if (by === 'API key') return learner;
  if (by === 'sign-in') return { ...learner, client: (await school.signIn(learner.memberId)).client };
  const response = await school.owner.client.post(`/members/${learner.memberId}/session-keys`, { minutes: 60 });
  const { key } = (response.body as { data: { key: string } }).data;
  return { ...learner, client: new Client(school.app, key) };
}
