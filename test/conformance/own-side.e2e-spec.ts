import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyOperation, pathParameters } from '#kernel/operations';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { calling, type KindOfKey, ownSide, type OwnSide } from './own-side-world.js';
import { listFilters } from './read-parameters.js';
import { readPath, readPathWith, readSamples } from './read-samples.js';
import { referencesOf } from './reference-cases.js';
import { responseFields } from './response-fields.js';
import { pathOf } from './sample.js';
import { samples } from './samples.js';

const CANARY = `canary-${randomUUID()}`;
const isMine = ({ operation }: { operation: { path: string } }) => /^\/me\b/.test(operation.path);
const READS = readSamples.filter(isMine).map((one) => [one.operation.name, one] as const);
/** A block names somebody else: test/community/blocks.e2e-spec.ts. */
const WRITES = samples
  .filter((one) => isMine(one) && one.operation.name !== 'set_my_blocks')
  .map((one) => [one.operation.name, one] as const);

/** What only staff read, by the names that responses for staff give it, beside all that end with `By` or `ByName`. */
const OF_STAFF =
  /^(statusReason|rhythm|risk|signal|signals|interventions?|plannedInterventions|ownerUserId|ownerName|channel|expectedOutcome|outcome|summary|notes|recentNotes|lastContact|revokeReason|archiveReason|automatic|provenance|audienceEnrollmentId|authorName|actorId|actorName|expectedReviewerRole|externalId|reviewDueAt|cohortTaskId|deadlineExtensionId|counts|changes)$|(?<!created|ended)By(Name|Member|Key)?$/;

const app = useApp();

/** What the kind of key may call. */
const takenBy =
  (by: KindOfKey) =>
  ([, { operation }]: readonly [string, { operation: AnyOperation }]) =>
    operation.credentials?.includes(CREDENTIALS[by]) ?? true;
const CREDENTIALS = { 'API key': 'api_key', 'session key': 'session_key', 'sign-in': 'sign_in' } as const;

describe.each(['API key', 'session key', 'sign-in'] as const)('with the %s of an enrolled member', (by) => {
  const reads = READS.filter(takenBy(by));
  const writes = WRITES.filter(takenBy(by));
  let school: School;
  let world: OwnSide;

  beforeAll(async () => {
    school = await School.open(app);
    world = await ownSide(school, CANARY);
    const notes = await school.owner.client.get(`/enrollments/${world.enrollmentId}/notes`);
    expect(notes.text).toContain(CANARY);
    const staff = school.owner;
    await school.rows('update api_keys set name = $2 where organization_id = $1 and id = $3', CANARY, staff.apiKeyId);
    // Whoever acts on the member has the canary as name; the member does not.
    await school.rows('update members set name = $2 where organization_id = $1 and id = $3', CANARY, staff.memberId);
    // The samples build what is the owner's own.
    school.owner = await calling(school, world.learner, by);
  });

  function expectNothingOfOthers(text: string): void {
    expect(text).not.toContain(CANARY);
    for (const id of world.others) expect(text).not.toContain(id);
  }

  describe('what a person reads about themselves', () => {
    it.each(reads)('%s: nothing that only staff may read, and nothing of others', async (_, sample) => {
      const params = await sample.arrange(school);
      await school.rows(
        'update members set name = $2 where organization_id = $1 and id <> $3',
        CANARY,
        school.owner.memberId,
      );
      const { status, text } = await school.owner.client.get(readPath(sample, params));
      expect(status).toBe(200);
      expectNothingOfOthers(text);
      if (!sample.query?.includes('enrollmentId=?') || pathParameters(sample.operation).length > 0) return;
      const own = await school.owner.client.get(readPathWith(sample, params, 'enrollmentId', world.enrollmentId));
      expect(own.status).toBe(200);
      expectNothingOfOthers(own.text);
    });

    it.each(reads.filter(([, { operation }]) => pathParameters(operation).length > 0))(
      '%s: an id of somebody else is not found, whichever it is',
      async (_, sample) => {
        const [, ...rest] = await sample.arrange(school);
        for (const id of world.others) {
          const { status } = await school.owner.client.get(readPath(sample, [id, ...rest]));
          expect([id, status]).toEqual([id, 404]);
        }
      },
    );

    it.each(reads)('%s: filters find nothing of others', async (_, sample) => {
      const params = await sample.arrange(school);
      for (const name of listFilters(app.contract.document, sample.operation).ids) {
        for (const id of world.others) {
          const { text } = await school.owner.client.get(readPath(sample, params, `${name}=${id}`));
          expect([name, id, text.includes('"items":[]') || text.includes('not_found')]).toEqual([name, id, true]);
        }
      }
      for (const name of listFilters(app.contract.document, sample.operation).requiredIds) {
        for (const id of world.others) {
          const { status } = await school.owner.client.get(readPathWith(sample, params, name, id));
          expect([name, id, status]).toEqual([name, id, 404]);
        }
      }
    });
  });

  describe('what a person writes about themselves', () => {
    it.each(writes)('%s: an id of somebody else is refused, and nothing is written', async (_, sample) => {
      const { operation, arrange } = sample;
      const { params = [], body } = await arrange(school);
      const { client } = school.owner;
      const digest = await school.digest();
      for (const id of world.others) {
        for (const position of referencesOf(app.contract.document, sample)) {
          const sent = { ...(body as object), [position]: id };
          const { status } = await client.send(operation.method, pathOf(operation, params), { body: sent });
          expect([position, id, status]).toEqual([position, id, 400]);
        }
        if (params.length === 0) continue;
        const path = pathOf(operation, [id, ...params.slice(1)]);
        expect([id, (await client.send(operation.method, path, { body })).status]).toEqual([id, 404]);
      }
      expect(await school.digest()).toBe(digest);
    });

    it('lessons and submissions of others are refused like unknown ones, and nothing is written', async () => {
      const { enrollmentId, others, classmate } = world;
      const { client } = school.owner;
      const task = await school.task({ enrollment_id: enrollmentId });
      const accepted_formats = JSON.stringify([{ kind: 'file', mimeTypes: [] }]);
      const deliverable = await school.deliverable(task, { accepted_formats });
      const digest = await school.digest();
      const send = async (path: string, body: object) => (await client.post(path, body)).status;
      for (const verb of ['complete-lesson', 'uncomplete-lesson']) {
        for (const id of [...others, randomUUID()]) {
          const path = `/enrollments/${id}/${verb}`;
          expect([path, await send(path, { lessonId: classmate.lessonId })]).toEqual([path, 404]);
          expect([verb, id, await send(`/enrollments/${enrollmentId}/${verb}`, { lessonId: id })]).toEqual([
            ...[verb, id],
            400,
          ]);
        }
      }
      for (const id of [...others, randomUUID()]) {
        const sent = { kind: 'file', mediaId: id };
        const own = await send(`/deliverables/${deliverable}/submissions`, sent);
        const foreign = await send(`/deliverables/${id}/submissions`, { kind: 'link', url: 'https://example.com/a' });
        expect([id, own, foreign]).toEqual([id, 400, 404]);
      }
      expect(await school.digest()).toBe(digest);
    });
  });
});

describe('the operations under /me', () => {
  it.each(WRITES)("%s: the Idempotency-Key is the person's own", (_, { operation }) => {
    expect(operation.keyScope).toBe('account');
  });

  it.each([...READS, ...WRITES])('%s: its response has no field that only staff may read', (_, { operation }) => {
    const fields = responseFields(app.contract.document, operation);
    expect(fields.length).toBeGreaterThan(3);
    // Of a form that the person answers, it says just that.
    const own = operation.name === 'list_my_forms' ? ['answeredBy'] : [];
    expect(fields.filter((name) => OF_STAFF.test(name))).toEqual(own);
  });

  it('are compared with names that responses for staff have', () => {
    const staff = ['read_enrollment_briefing', 'list_video_questions', 'list_interventions', 'list_enrollments'];
    const fields = readSamples
      .filter(({ operation }) => staff.includes(operation.name))
      .flatMap(({ operation }) => responseFields(app.contract.document, operation));
    for (const name of ['rhythm', 'answeredBy', 'answeredByName', 'plannedByName', 'outcome', 'statusReason']) {
      expect([name, fields.includes(name) && OF_STAFF.test(name)]).toEqual([name, true]);
    }
  });
});
