import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { pathParameters } from '#kernel/operations/operation.js';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { listFilters } from './read-parameters.js';
import { readPath, readPathWith, readSamples } from './read-samples.js';
import { referencesOf } from './reference-cases.js';
import { pathOf } from './sample.js';
import { samples } from './samples.js';

const CANARY = `canary-${randomUUID()}`;
const isMine = ({ operation }: { operation: { path: string } }) => /^\/me\b/.test(operation.path);
const READS = readSamples.filter(isMine).map((one) => [one.operation.name, one] as const);
const WRITES = samples.filter(isMine).map((one) => [one.operation.name, one] as const);

const app = useApp();
let school: School;
/** The ids of another enrolled person and of what is theirs. */
let others: string[];

/** Everything about the owner's enrollment that only staff may read, and another person, says the canary. */
beforeAll(async () => {
  school = await School.open(app);
  const { memberId } = school.owner;
  const program_id = await school.program();
  const cohort_id = await school.cohort({ program_id });
  const enrollmentId = await school.enrollment({ member_id: memberId, cohort_id });
  await school.note(enrollmentId, { body: CANARY });
  await school.intervention(enrollmentId, { title: CANARY, expected_outcome: CANARY });
  await school.blocker(enrollmentId, { title: CANARY, resolution: CANARY });
  await school.coachingSession(enrollmentId, { status: 'held', held_at: app.now(), summary: CANARY });
  await school.deadlineExtension(enrollmentId, { reason: CANARY });
  await school.task({ enrollment_id: enrollmentId, status: 'draft', title: CANARY, description: CANARY });
  await school.videoResource({ program_id, title: CANARY, status: 'unpublished', unpublished_at: app.now() });

  const due = { due_kind: 'after_enrollment', due_days: 2, due_time: '23:59' };
  const milestone = await school.milestone({ program_id, ...due });
  await school.milestoneReach(enrollmentId, milestone, { note: CANARY });

  await school.course({ program_id, title: CANARY, description: CANARY });
  const course_id = await school.course({ program_id, status: 'published' });
  await school.lesson({ course_id, title: CANARY, body: CANARY });

  const other = await school.person();
  const { taskId, deliverableId, submissionId, ...theirs } = await school.handedIn({ member_id: other.memberId });
  const theirProgram = await school.program();
  const theirCohort = await school.cohort({ program_id: theirProgram });
  await school.enrollment({ member_id: other.memberId, cohort_id: theirCohort });
  const theirSession = await school.liveSession([theirCohort], { title: CANARY });
  const theirCourse = await school.course({ program_id: theirProgram, status: 'published', title: CANARY });
  others = [
    ...[other.memberId, other.accountId, other.apiKeyId, theirs.enrollmentId, taskId, deliverableId, submissionId],
    await school.blocker(theirs.enrollmentId, { title: CANARY, reported_by_member: true, opened_by: other.accountId }),
    await school.media('file', { title: CANARY, created_by: other.accountId }),
    await school.videoResource({ program_id: theirProgram, title: CANARY }),
    ...[theirCohort, theirProgram, theirSession, theirCourse],
    await school.lesson({ course_id: theirCourse, status: 'published', title: CANARY }),
    await school.milestone({ program_id: theirProgram, title: CANARY, ...due }),
    await school.coachingSession(theirs.enrollmentId, { title: CANARY }),
    await school.groupMembership(await school.group({ name: CANARY }), { enrollment_id: theirs.enrollmentId }),
  ];
  await school.rows(`update member_tasks set title = $2 where organization_id = $1 and id = $3`, CANARY, taskId);
  await school.rows(`update members set name = $2 where organization_id = $1 and id = $3`, CANARY, other.memberId);
  const notes = await school.owner.client.get(`/enrollments/${enrollmentId}/notes`);
  expect(notes.text).toContain(CANARY);
});

describe('what a person reads about themselves', () => {
  it.each(READS)('%s: nothing that only staff may read, and nothing of others', async (_, sample) => {
    const params = await sample.arrange(school);
    // Whoever acts on the person has the canary as name; the person does not.
    await school.rows(
      'update members set name = $2 where organization_id = $1 and id <> $3',
      CANARY,
      school.owner.memberId,
    );
    const { status, text } = await school.owner.client.get(readPath(sample, params));
    expect(status).toBe(200);
    expect(text).not.toContain(CANARY);
    for (const id of others) expect(text).not.toContain(id);
  });

  it.each(READS.filter(([, { operation }]) => pathParameters(operation).length > 0))(
    '%s: an id of somebody else is not found, whichever it is',
    async (_, sample) => {
      const [, ...rest] = await sample.arrange(school);
      for (const id of others) {
        const { status } = await school.owner.client.get(readPath(sample, [id, ...rest]));
        expect([id, status]).toEqual([id, 404]);
      }
    },
  );

  it.each(READS)('%s: filters find nothing of others', async (_, sample) => {
    const params = await sample.arrange(school);
    for (const name of listFilters(app.contract.document, sample.operation).ids) {
      for (const id of others) {
        const { text } = await school.owner.client.get(readPath(sample, params, `${name}=${id}`));
        expect([name, id, text.includes('"items":[]') || text.includes('not_found')]).toEqual([name, id, true]);
      }
    }
    for (const name of listFilters(app.contract.document, sample.operation).requiredIds) {
      for (const id of others) {
        const { status } = await school.owner.client.get(readPathWith(sample, params, name, id));
        expect([name, id, status]).toEqual([name, id, 404]);
      }
    }
  });
});

describe('what a person writes about themselves', () => {
  it.each(WRITES)('%s: an id of somebody else is refused, and nothing is written', async (_, sample) => {
    const { operation, arrange } = sample;
    const { params = [], body } = await arrange(school);
    const digest = await school.digest();
    for (const id of others) {
      for (const position of referencesOf(app.contract.document, sample)) {
        const sent = { ...(body as object), [position]: id };
        const { status } = await school.owner.client.send(operation.method, pathOf(operation, params), { body: sent });
        expect([position, id, status]).toEqual([position, id, 400]);
      }
      if (params.length === 0) continue;
      const path = pathOf(operation, [id, ...params.slice(1)]);
      expect([id, (await school.owner.client.send(operation.method, path, { body })).status]).toEqual([id, 404]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it.each(WRITES)("%s: the Idempotency-Key is the person's own", (_, { operation }) => {
    expect(operation.keyScope).toBe('account');
  });
});
