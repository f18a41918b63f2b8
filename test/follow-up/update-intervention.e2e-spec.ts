import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange, whileHeld } from '../support/held-rows.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const HOUR = 3_600_000;

describe('updating an intervention', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;
  let id: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
    id = await school.intervention(enrollmentId);
  });
  afterEach(() => app.moveClock(0));

  const inHours = (hours: number): string => new Date(app.now().getTime() + hours * HOUR).toISOString();
  const update = (body: unknown, client = school.owner.client) => client.patch(`/interventions/${id}`, body);

  it('changes what is sent and leaves the rest, the reason and the blocker above all', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const before = (await coach.client.get(`/interventions/${id}`)).body.data as object;
    const dueAt = inHours(5);
    const change = { title: 'Call again', channel: 'email', expectedOutcome: 'A date is set', dueAt };
    const body = { ...change, title: ' Call again ', reason: 'late', blockerId: randomUUID(), status: 'completed' };
    const updated = await update(body, coach.client);
    expect([updated.status, updated.body.data]).toEqual([200, { ...before, ...change }]);
    expect((await coach.client.get(`/interventions/${id}`)).body.data).toEqual(updated.body.data);
  });

  it('moves it to the work queue of its new owner', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const updated = await update({ ownerUserId: coach.accountId.toUpperCase() });
    expect(updated.body.data).toMatchObject({ ownerUserId: coach.accountId, ownerName: coach.name });
    const queue = async (client: typeof coach.client) =>
      (await client.get('/work-queue?include=upcoming')).body.data.items as unknown[];
    expect(await queue(coach.client)).toMatchObject([{ id }]);
    expect(await queue(school.owner.client)).toEqual([]);
  });

  it('tells both owners and the names of fields, and nowhere what the texts say', async () => {
    const admin = await school.person('ADMIN');
    const dueAt = inHours(1);
    await update({ ownerUserId: admin.accountId, dueAt, title: 'Never told', expectedOutcome: 'Never told' });
    await update({ channel: 'live' });
    const trail = await school.trail();
    const owner = { from: school.owner.accountId, to: admin.accountId };
    expect(trail.audit).toMatchObject([
      { action: 'intervention.updated', target_type: 'intervention', target_id: id, changes: { ownerUserId: owner } },
      { action: 'intervention.updated', changes: { channel: { from: 'call', to: 'live' } } },
    ]);
    expect(trail.events.map(({ data }) => data)).toEqual([
      {
        interventionId: id,
        enrollmentId,
        ownerUserId: owner.to,
        previousOwnerUserId: owner.from,
        dueAt,
        fields: ['title', 'ownerUserId', 'dueAt', 'expectedOutcome'],
      },
      {
        interventionId: id,
        enrollmentId,
        ownerUserId: owner.to,
        previousOwnerUserId: owner.to,
        dueAt,
        fields: ['channel'],
      },
    ]);
    expect(JSON.stringify(trail)).not.toContain('Never told');
  });

  it('refuses a deadline that has passed, by its name', async () => {
    const digest = await school.digest();
    const refused = await update({ dueAt: inHours(-1) });
    expect([refused.status, refused.body.details?.[0].field]).toEqual([400, 'dueAt']);
    expect(await school.digest()).toBe(digest);
  });

  it('of an overdue one needs no new deadline', async () => {
    id = await school.intervention(enrollmentId, { due_at: inHours(-50) });
    expect((await update({ title: 'Call at last' })).status).toBe(200);
  });

  it('refuses an owner in one and the same way whatever is wrong', async () => {
    const other = await School.open(app);
    const wrong = [
      randomUUID(),
      other.owner.accountId,
      school.owner.memberId,
      (await school.person()).accountId,
      (await school.person('MEMBER', { role: 'reviewer' })).accountId,
      (await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() })).accountId,
    ];
    const bodies = new Set<string>();
    for (const ownerUserId of wrong) {
      const refused = await update({ ownerUserId });
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'ownerUserId']);
      bodies.add(JSON.stringify({ ...refused.body, correlationId: '' }));
    }
    expect(bodies.size).toBe(1);
  });

  it.each(['completed', 'cancelled'])('refuses one that is %s, whatever is sent', async (status) => {
    id = await school.intervention(enrollmentId, { status });
    const admin = await school.person('ADMIN');
    for (const body of [{ title: 'x' }, {}, { ownerUserId: admin.accountId }]) {
      expect((await update(body)).status).toBe(409);
    }
  });

  it('waits for a closure under way', async () => {
    const closing = statusChange('interventions', id, 'completed');
    expect((await afterWaitingFor(school, closing, () => update({ title: 'x' }))).status).toBe(409);
  });

  it.each(['pending', 'paused', 'completed', 'withdrawn'])('works on an enrollment that is %s', async (status) => {
    enrollmentId = await school.enrollment({ status });
    id = await school.intervention(enrollmentId);
    const admin = await school.person('ADMIN');
    expect((await update({ ownerUserId: admin.accountId })).status).toBe(200);
  });

  it('refuses an owner who is being detached: it waits for the detachment', async () => {
    const admin = await school.person('ADMIN');
    const detaching = {
      sql: `update members set status = 'detached', detached_at = '2030-01-01T00:00:00Z' where organization_id = $1 and id = $2`,
      values: [admin.memberId],
    };
    const refused = await afterWaitingFor(school, detaching, () => update({ ownerUserId: admin.accountId }));
    expect([refused.status, refused.body.details[0].field]).toEqual([400, 'ownerUserId']);
  });

  it('locks the new owner before the intervention, and so makes the detachment wait', async () => {
    const admin = await school.person('ADMIN');
    const row = { sql: 'select 1 from interventions where organization_id = $1 and id = $2 for update', values: [id] };
    await whileHeld(school, row, async ({ waiting, release }) => {
      const updating = update({ ownerUserId: admin.accountId });
      await waiting(updating);
      const detaching = school.owner.client.delete(`/members/${admin.memberId}`);
      await waiting(updating, detaching);
      await release();
      expect([(await updating).status, (await detaching).status]).toEqual([200, 200]);
    });
    const orphaned = await school.owner.client.get('/interventions?ownership=orphaned');
    expect(orphaned.body.data.items).toMatchObject([{ id, ownerUserId: admin.accountId }]);
  });

  it('asks for a retry where the intervention is moved to another enrollment meanwhile', async () => {
    const elsewhere = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const moving = {
      sql: 'update interventions set enrollment_id = $3 where organization_id = $1 and id = $2',
      values: [id, elsewhere],
    };
    const refused = await afterWaitingFor(school, moving, () => update({ ownerUserId: coach.accountId }));
    expect([refused.status, refused.headers['retry-after']]).toEqual([409, '1']);
  });
});
