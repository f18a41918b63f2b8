import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Response } from 'supertest';
import { Clock } from '#kernel/clock';
import type { Client, SendOptions } from '../support/client.js';
import { whileHeld } from '../support/held-rows.js';
import { School, type Person } from '../support/school.js';
import { whileUncommitted } from '../support/uncommitted.js';
import { useSchool } from '../support/use-school.js';

const HOUR = 3_600_000;

describe('planning an intervention', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
  });
  afterEach(() => app.moveClock(0));

  const inHours = (hours: number): string => new Date(app.now().getTime() + hours * HOUR).toISOString();

  const valid = (): Record<string, unknown> => ({
    reason: 'at_risk',
    title: 'Call about the missed deadline',
    channel: 'call',
    ownerUserId: school.owner.accountId,
    dueAt: inHours(1),
    expectedOutcome: 'A new date is agreed on',
  });

  function plan(
    change: Record<string, unknown> = {},
    options: SendOptions & { client?: Client; on?: string } = {},
  ): Promise<Response> {
    const { client = school.owner.client, on = enrollmentId, ...rest } = options;
    return client.post(`/enrollments/${on}/interventions`, { ...valid(), ...change }, rest);
  }

  const fieldsOf = (response: Response) =>
    (response.body.details as { field: string }[] | undefined)?.map((detail) => detail.field);

  /** Asserts a 400 that blames one field, and that nothing was written. */
  async function expectRefused(field: string | null, change: Record<string, unknown>): Promise<Response> {
    const before = await school.digest();
    const response = await plan(change);
    const fields = fieldsOf(response);
    expect([change, response.status, response.body.code, fields]).toEqual([
      change,
      400,
      'invalid_request',
      field === null ? [] : [field],
    ]);
    expect(await school.digest()).toBe(before);
    return response;
  }

  describe('as it should be', () => {
    it('gives the whole intervention, planned, with every nullable field present', async () => {
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const blockerId = await school.blocker(enrollmentId);
      const body = { ...valid(), ownerUserId: coach.accountId, blockerId };
      const response = await plan(body);
      expect(response.status).toBe(201);
      expect(response.body).toEqual({
        success: true,
        replayed: false,
        correlationId: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
        data: {
          ...body,
          id: expect.any(String),
          enrollmentId,
          ownerName: coach.name,
          status: 'planned',
          outcome: null,
          closedAt: null,
          closedBy: null,
          closedByName: null,
          plannedBy: school.owner.accountId,
          plannedByName: school.owner.name,
          plannedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      });
    });

    it('writes one audit entry and one intervention.planned, and neither a mail nor anything else', async () => {
      const { body } = await plan();
      const trail = await school.trail();
      expect(trail.audit).toMatchObject([
        { action: 'intervention.planned', target_type: 'intervention', target_id: body.data.id },
      ]);
      expect(trail.events).toMatchObject([
        {
          name: 'intervention.planned',
          data: {
            interventionId: body.data.id,
            enrollmentId,
            reason: 'at_risk',
            channel: 'call',
            ownerUserId: school.owner.accountId,
            dueAt: body.data.dueAt,
          },
        },
      ]);
    });

    it('takes several on one enrollment, also at once', async () => {
      const responses = await Promise.all(Array.from({ length: 20 }, () => plan()));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
      const list = await school.owner.client.get(`/enrollments/${enrollmentId}/interventions`);
      expect(list.body.data.items).toHaveLength(20);
    });

    it('leaves the enrollment and the blocker as they are', async () => {
      const blockerId = await school.blocker(enrollmentId);
      const look = () =>
        school.rows(
          `select to_jsonb(e) as enrollment, to_jsonb(b) as blocker from enrollments e
           join blockers b on b.organization_id = e.organization_id and b.enrollment_id = e.id
           where e.organization_id = $1 and b.id = $2`,
          blockerId,
        );
      const before = await look();
      expect((await plan({ blockerId })).status).toBe(201);
      expect((await look()).rows).toEqual(before.rows);
    });
  });

  describe('fields', () => {
    it('takes every reason and every channel', async () => {
      for (const reason of ['late', 'at_risk', 'blocker', 'absence', 'no_intervention', 'other']) {
        expect((await plan({ reason })).body.data.reason).toBe(reason);
      }
      for (const channel of ['call', 'message', 'email', 'live', 'other']) {
        expect((await plan({ channel })).body.data.channel).toBe(channel);
      }
    });

    it('takes a blocker left out, or null, as none', async () => {
      expect((await plan()).body.data.blockerId).toBeNull();
      expect((await plan({ blockerId: null })).body.data.blockerId).toBeNull();
    });
  });

  describe('the deadline', () => {
    it('must be after the instant of the request, by the clock of the service', async () => {
      const now = new Date('2030-06-01T12:00:00.000Z');
      app.nest.get(Clock, { strict: false }).now = () => now;
      await expectRefused('dueAt', { dueAt: '2030-06-01T11:59:59.999Z' });
      await expectRefused('dueAt', { dueAt: '2030-06-01T12:00:00.000Z' });
      await expectRefused('dueAt', { dueAt: '2030-06-01T13:59:00+02:00' });
      const next = await plan({ dueAt: '2030-06-01T12:00:00.001Z' });
      expect([next.status, next.body.data.plannedAt]).toEqual([201, now.toISOString()]);
    });

    it('is judged anew when the clock has moved past it', async () => {
      const dueAt = inHours(1);
      expect((await plan({ dueAt })).status).toBe(201);
      app.moveClock(2 * HOUR);
      await expectRefused('dueAt', { dueAt });
    });
  });

  describe('the owner', () => {
    const refusal = (response: Response): object => ({ ...(response.body as object), correlationId: '' });

    it('may be whoever could plan here', async () => {
      const cohortId = await school.cohort();
      enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const allowed = [
        school.owner,
        await school.person('ADMIN'),
        await school.person('MEMBER', { role: 'program_director' }),
        await school.person('MEMBER', { role: 'coach', enrollmentId }),
        await school.person('MEMBER', { role: 'coach', cohortId }),
      ];
      for (const { accountId, name } of allowed) {
        const response = await plan({ ownerUserId: accountId });
        expect([response.status, response.body.data?.ownerName]).toEqual([201, name]);
      }
    });

    it('is refused in one and the same way whatever is wrong', async () => {
      const programId = await school.program();
      const other = await School.open(app);
      const detached = await school.person('ADMIN');
      await school.rows(
        `update members set status = 'detached', detached_at = $2 where organization_id = $1 and id = $3`,
        app.now(),
        detached.memberId,
      );
      const refused: Record<string, string> = {
        unknown: randomUUID(),
        'of another organization': other.owner.accountId,
        detached: detached.accountId,
        'a membership id': school.owner.memberId,
        'without a role': (await school.person()).accountId,
        reviewer: (await school.person('MEMBER', { role: 'reviewer' })).accountId,
        'director of a program': (await school.person('MEMBER', { role: 'program_director', programId })).accountId,
        'coach of another enrollment': (
          await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() })
        ).accountId,
        'coach of another cohort': (await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() }))
          .accountId,
        'coach before': (await school.person('MEMBER', { role: 'coach', enrollmentId, ended: true })).accountId,
        'director before': (await school.person('MEMBER', { role: 'program_director', ended: true })).accountId,
      };
      const bodies = new Set<string>();
      for (const [what, ownerUserId] of Object.entries(refused)) {
        const response = await expectRefused('ownerUserId', { ownerUserId });
        bodies.add(JSON.stringify(refusal(response)));
        expect([what, bodies.size]).toEqual([what, 1]);
      }
    });

    it('has no way in by what the account may do in another organization', async () => {
      const other = await School.open(app);
      const person = await school.person();
      await other.insert('members', {
        account_id: person.accountId,
        name: 'Somebody',
        role: 'OWNER',
        status: 'active',
        created_at: app.now(),
      });
      await expectRefused('ownerUserId', { ownerUserId: person.accountId });
    });
  });

  it('an owner who is being detached is refused: the plan waits for it', async () => {
    const owner = await school.person('ADMIN');
    const response = await whileUncommitted(
      school,
      `update members set status = 'detached', detached_at = '2030-01-01T00:00:00Z' where id = $1`,
      owner.memberId,
      () => plan({ ownerUserId: owner.accountId }),
    );
    expect([response.status, response.body.details[0]?.field]).toEqual([400, 'ownerUserId']);
  });

  describe('an owner whose responsibility is being ended', () => {
    let coach: Person;
    let responsibilityId: string;
    const end = () => school.owner.client.post(`/responsibilities/${responsibilityId}/end`);

    beforeEach(async () => {
      coach = await school.person();
      responsibilityId = await school.assign(coach.memberId, { role: 'coach', enrollmentId });
    });

    it('is refused: the plan waits for the end', async () => {
      const row = 'select 1 from responsibilities where organization_id = $1 and id = $2 for update';
      await whileHeld(school, { sql: row, values: [responsibilityId] }, async ({ waiting, release }) => {
        const ending = end();
        await waiting(ending);
        const planning = plan({ ownerUserId: coach.accountId });
        await waiting(ending, planning);
        await release();
        expect((await ending).status).toBe(200);
        const response = await planning;
        expect([response.status, fieldsOf(response)]).toEqual([400, ['ownerUserId']]);
      });
    });

    it('is taken where the plan came first: the end waits for the plan', async () => {
      const blockerId = await school.blocker(enrollmentId);
      const row = 'select 1 from blockers where organization_id = $1 and id = $2 for update';
      await whileHeld(school, { sql: row, values: [blockerId] }, async ({ waiting, release }) => {
        const planning = plan({ ownerUserId: coach.accountId, blockerId });
        await waiting(planning);
        const ending = end();
        await waiting(planning, ending);
        await release();
        expect([(await planning).status, (await ending).status]).toEqual([201, 200]);
      });
    });
  });

  describe('the blocker', () => {
    it('is refused in one and the same way whatever is wrong', async () => {
      const other = await School.open(app);
      const refused = [
        randomUUID(),
        await school.blocker(enrollmentId, { status: 'resolved', resolved_at: app.now() }),
        await school.blocker(await school.enrollment()),
        await other.blocker(await other.enrollment()),
      ];
      const bodies = new Set<string>();
      for (const blockerId of refused) {
        const response = await expectRefused('blockerId', { blockerId });
        bodies.add(JSON.stringify({ ...response.body, correlationId: '' }));
      }
      expect(bodies.size).toBe(1);
    });

    it('resolved in the meantime is not linked: the plan waits for the resolution under way', async () => {
      const blockerId = await school.blocker(enrollmentId);
      const response = await whileUncommitted(
        school,
        `update blockers set status = 'resolved', resolved_at = '2030-01-01T00:00:00Z' where id = $1`,
        blockerId,
        () => plan({ blockerId }),
      );
      expect([response.status, response.body.details[0]?.field]).toEqual([400, 'blockerId']);
    });
  });

  describe('the enrollment', () => {
    it.each(['pending', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'])(
      'must be active: %s is refused, and nothing is written',
      async (status) => {
        enrollmentId = await school.enrollment({ status });
        await expectRefused(null, {});
      },
    );

    it('paused in the meantime is refused: the plan waits for the pause under way', async () => {
      const response = await whileUncommitted(
        school,
        `update enrollments set status = 'paused' where id = $1`,
        enrollmentId,
        () => plan(),
      );
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect((await school.trail()).audit).toEqual([]);
    });
  });

  describe('the caller', () => {
    it('outside learns nothing of the enrollment’s state or of references either', async () => {
      const paused = await school.enrollment({ status: 'paused' });
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const headers = { 'X-Correlation-Id': 'same' };
      const response = await plan({ ownerUserId: randomUUID() }, { client: coach.client, headers, on: paused });
      const unknown = await plan({}, { client: coach.client, headers, on: randomUUID() });
      expect(response.text).toBe(unknown.text);
    });

    it('loses the enrollment with the assignment, from the next request on', async () => {
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
      const assignment = await school.assign(coach.memberId, { role: 'coach', enrollmentId });
      expect((await plan({}, { client: coach.client })).status).toBe(201);
      await end(assignment);
      expect((await plan({}, { client: coach.client })).status).toBe(404);
    });
  });

  async function end(assignment: string): Promise<void> {
    await school.rows(
      'update responsibilities set ended_at = $2 where organization_id = $1 and id = $3',
      app.now(),
      assignment,
    );
  }

  describe('sent again under its key', () => {
    it('gives the first result although the deadline has passed', async () => {
      const idempotencyKey = randomUUID();
      const body = valid();
      const first = await plan(body, { idempotencyKey });
      app.moveClock(2 * HOUR);
      const digest = await school.digest();
      const again = await plan(body, { idempotencyKey });
      expect([again.status, again.body.replayed, again.body.data]).toEqual([200, true, first.body.data]);
      expect(await school.digest()).toBe(digest);
    });

    it('gives the first result although enrollment, blocker and owner no longer allow it', async () => {
      const owner = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const body = { ...valid(), ownerUserId: owner.accountId, blockerId: await school.blocker(enrollmentId) };
      const idempotencyKey = randomUUID();
      const first = await plan(body, { idempotencyKey });
      for (const sql of [
        `update enrollments set status = 'paused' where organization_id = $1`,
        `update blockers set status = 'resolved' where organization_id = $1`,
        `update responsibilities set ended_at = started_at where organization_id = $1`,
      ]) {
        await school.rows(sql);
      }
      const again = await plan(body, { idempotencyKey });
      expect([again.status, again.body.replayed, again.body.data]).toEqual([200, true, first.body.data]);
      expect((await plan(body)).status).toBe(400);
    });

    it('tells a coach who no longer reaches the enrollment nothing', async () => {
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
      const assignment = await school.assign(coach.memberId, { role: 'coach', enrollmentId });
      const idempotencyKey = randomUUID();
      const headers = { 'X-Correlation-Id': 'same' };
      const send = { client: coach.client, idempotencyKey, headers };
      expect((await plan({}, send)).status).toBe(201);
      await end(assignment);
      const again = await plan({}, send);
      const unknown = await plan({}, { ...send, on: randomUUID() });
      expect(again.status).toBe(404);
      expect(again.text).toBe(unknown.text);
    });

    it('is refused to one who has lost every role, and replayed for another who reaches the enrollment', async () => {
      const coach = await school.person('MEMBER');
      const assignment = await school.assign(coach.memberId, { role: 'coach', enrollmentId });
      const colleague = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const idempotencyKey = randomUUID();
      const first = await plan({}, { client: coach.client, idempotencyKey });
      await end(assignment);
      expect((await plan({}, { client: coach.client, idempotencyKey })).status).toBe(403);
      const replay = await plan({}, { client: colleague.client, idempotencyKey });
      expect([replay.status, replay.body.data]).toEqual([200, first.body.data]);
    });

    it('is another first call for another enrollment, and for a refused attempt', async () => {
      const idempotencyKey = randomUUID();
      expect((await plan({ dueAt: inHours(-1) }, { idempotencyKey })).status).toBe(400);
      const first = await plan({}, { idempotencyKey });
      const elsewhere = await plan({}, { idempotencyKey, on: await school.enrollment() });
      expect([first.status, elsewhere.status]).toEqual([201, 201]);
      expect(elsewhere.body.data.id).not.toBe(first.body.data.id);
    });
  });
});
