import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import { whileUncommitted } from '../support/uncommitted.js';
import { useSchool } from '../support/use-school.js';

const HOUR = 3_600_000;

describe('coaching sessions', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;
  let path: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
    path = `/enrollments/${enrollmentId}/coaching-sessions`;
  });
  afterEach(() => app.moveClock(0));

  const inHours = (hours: number): string => new Date(app.now().getTime() + hours * HOUR).toISOString();
  const command = (id: string, verb: 'complete' | 'cancel', body?: unknown) =>
    school.owner.client.post(`/coaching-sessions/${id}/${verb}`, body);

  it('are planned with scheduledAt', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const scheduledAt = inHours(1);
    const created = await coach.client.post(path, { scheduledAt });
    expect([created.status, created.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        enrollmentId,
        status: 'planned',
        title: null,
        scheduledAt,
        heldAt: null,
        summary: null,
        createdBy: coach.accountId,
        createdByName: coach.name,
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
        updatedAt: created.body.data.createdAt,
      },
    ]);
    expect((await school.trail()).events).toMatchObject([
      {
        name: 'coaching_session.created',
        data: { coachingSessionId: created.body.data.id, enrollmentId, status: 'planned', scheduledAt, heldAt: null },
      },
    ]);
  });

  it('are held from the start with heldAt, and keep what was said out of the trail', async () => {
    const heldAt = inHours(-200);
    const created = await school.owner.client.post(path, { heldAt, summary: ' A private matter ', scheduledAt: null });
    expect([created.status, created.body.data]).toMatchObject([
      201,
      { status: 'held', scheduledAt: null, heldAt, summary: 'A private matter' },
    ]);
    expect(JSON.stringify(await school.trail())).not.toContain('private');
    expect((await school.owner.client.get(path)).body.data.items).toEqual([created.body.data]);
  });

  it('need exactly one of scheduledAt and heldAt, and a summary only with heldAt', async () => {
    const digest = await school.digest();
    const refused: [object | undefined, string][] = [
      [undefined, 'scheduledAt'],
      [{}, 'scheduledAt'],
      [{ scheduledAt: null, heldAt: null }, 'scheduledAt'],
      [{ summary: 'x' }, 'scheduledAt'],
      [{ scheduledAt: inHours(1), heldAt: inHours(-1) }, 'heldAt'],
      [{ scheduledAt: inHours(1), summary: 'x' }, 'summary'],
    ];
    for (const [body, field] of refused) {
      const response = await school.owner.client.post(path, body);
      expect([body, response.status, response.body.details?.[0].field]).toEqual([body, 400, field]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('can not have been held in the future, but right now and long ago', async () => {
    const now = new Date('2030-06-01T12:00:00.000Z');
    app.nest.get(Clock, { strict: false }).now = () => now;
    const planned = await school.coachingSession(enrollmentId);
    for (const heldAt of ['2030-06-01T12:00:00.001Z', '2030-06-01T13:00:00+00:30']) {
      const created = await school.owner.client.post(path, { heldAt });
      expect([created.status, created.body.details[0].field]).toEqual([400, 'heldAt']);
      const completed = await command(planned, 'complete', { heldAt });
      expect([completed.status, completed.body.details[0].field]).toEqual([400, 'heldAt']);
    }
    for (const heldAt of ['2030-06-01T12:00:00.000Z', '2001-01-01T00:00:00+14:00']) {
      expect((await school.owner.client.post(path, { heldAt })).status).toBe(201);
    }
  });

  it('may be planned for the past, as records brought in later are', async () => {
    expect((await school.owner.client.post(path, { scheduledAt: inHours(-24) })).status).toBe(201);
  });

  it('are completed now, or at a time given, with a summary or none', async () => {
    const now = new Date('2030-06-01T12:00:00.000Z');
    app.nest.get(Clock, { strict: false }).now = () => now;
    const sent: [unknown, object][] = [
      [undefined, { heldAt: now.toISOString(), summary: null }],
      [{}, { heldAt: now.toISOString(), summary: null }],
      [
        { heldAt: null, summary: null },
        { heldAt: now.toISOString(), summary: null },
      ],
      [
        { heldAt: '2030-05-30T10:00:00+02:00', summary: ' Went well ' },
        { heldAt: '2030-05-30T08:00:00.000Z', summary: 'Went well' },
      ],
    ];
    for (const [body, outcome] of sent) {
      const created = (await school.owner.client.post(path, { scheduledAt: inHours(-48) })).body.data;
      const completed = await command(created.id as string, 'complete', body);
      expect([completed.status, completed.body.data]).toEqual([200, { ...created, status: 'held', ...outcome }]);
      expect((await school.owner.client.get(path)).body.data.items[0]).toEqual(completed.body.data);
      expect((await school.trail()).events.at(-1)).toMatchObject({
        name: 'coaching_session.completed',
        data: { coachingSessionId: created.id, enrollmentId, status: 'held' },
      });
    }
  });

  it('are cancelled, and then have not been held', async () => {
    const id = await school.coachingSession(enrollmentId);
    const cancelled = await command(id, 'cancel');
    expect([cancelled.status, cancelled.body.data]).toMatchObject([200, { status: 'cancelled', heldAt: null }]);
    expect((await school.trail()).events).toMatchObject([
      { name: 'coaching_session.cancelled', data: { coachingSessionId: id, status: 'cancelled', heldAt: null } },
    ]);
  });

  it('can be completed or cancelled only while planned: else 409, and nothing changes', async () => {
    const held = (await school.owner.client.post(path, { heldAt: inHours(-1) })).body.data.id as string;
    const completed = await school.coachingSession(enrollmentId);
    const cancelled = await school.coachingSession(enrollmentId);
    expect((await command(completed, 'complete', {})).status).toBe(200);
    expect((await command(cancelled, 'cancel', {})).status).toBe(200);
    const digest = await school.digest();
    for (const id of [held, completed, cancelled]) {
      for (const verb of ['complete', 'cancel'] as const) {
        const response = await command(id, verb, {});
        expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      }
    }
    expect(await school.digest()).toBe(digest);
  });

  it.each(['complete', 'cancel'] as const)(
    'wait for an end under way before they %s, and then find it done',
    async (verb) => {
      const id = await school.coachingSession(enrollmentId);
      const sql = `update coaching_sessions set status = 'cancelled' where id = $1`;
      expect((await whileUncommitted(school, sql, id, () => command(id, verb))).status).toBe(409);
      expect((await school.owner.client.get(path)).body.data.items).toMatchObject([{ status: 'cancelled' }]);
    },
  );

  it('end once when 50 complete and cancel at the same time', async () => {
    const id = await school.coachingSession(enrollmentId);
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => command(id, n % 2 === 0 ? 'complete' : 'cancel', {})),
    );
    const won = responses.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49);
    expect((await school.owner.client.get(path)).body.data.items).toEqual([won[0].body.data]);
    expect((await school.trail()).events).toHaveLength(1);
  });

  it('count as attention in the cockpit once held, not while planned', async () => {
    const cohortId = await school.cohort();
    const id = await school.enrollment({ cohort_id: cohortId });
    const without = async () =>
      (await school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).body.data.withoutIntervention as number;
    const planned = await school.owner.client.post(`/enrollments/${id}/coaching-sessions`, { scheduledAt: inHours(1) });
    await school.owner.client.post(`/enrollments/${id}/coaching-sessions`, { heldAt: inHours(-15 * 24) });
    expect(await without()).toBe(1);
    await command(planned.body.data.id as string, 'complete');
    expect(await without()).toBe(0);
  });
});
