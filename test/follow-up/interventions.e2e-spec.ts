import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { whileUncommitted } from '../support/uncommitted.js';
import { useSchool } from '../support/use-school.js';

const HOUR = 3_600_000;

describe('interventions', () => {
  const { app, school } = useSchool();
  let enrollmentId: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
  });
  afterEach(() => app.moveClock(0));

  const valid = { status: 'completed', outcome: 'A new date was agreed on' };
  const close = (id: string, body: unknown = valid) => school.owner.client.post(`/interventions/${id}/close`, body);

  describe('read', () => {
    it('one by one have the fields of the planned one, with names', async () => {
      const planned = await school.owner.client.post(`/enrollments/${enrollmentId}/interventions`, {
        reason: 'late',
        title: 'Call',
        channel: 'call',
        ownerUserId: school.owner.accountId,
        dueAt: new Date(Date.now() + HOUR).toISOString(),
        expectedOutcome: 'A date',
      });
      const id = planned.body.data.id as string;
      const read = await school.owner.client.get(`/interventions/${id.toUpperCase()}`);
      expect([read.status, read.body.data]).toEqual([200, planned.body.data]);
      expect(read.body).not.toHaveProperty('replayed');
    });

    it('are listed newest first, by status where one is given, page by page', async () => {
      const ids: Record<string, string[]> = { planned: [], completed: [], cancelled: [] };
      const all: string[] = [];
      for (const status of ['planned', 'completed', 'cancelled', 'planned', 'planned']) {
        const id = await school.intervention(enrollmentId, { status });
        ids[status].unshift(id);
        all.unshift(id);
      }
      await school.intervention(await school.enrollment());
      const path = `/enrollments/${enrollmentId}/interventions`;
      const list = async (query: string) => {
        const response = await school.owner.client.get(`${path}?${query}`);
        const items = response.body.data.items as { id: string }[];
        return { ids: items.map((item) => item.id), next: response.body.data.nextCursor as string | null };
      };
      expect(await list('')).toEqual({ ids: all, next: null });
      for (const status of ['planned', 'completed', 'cancelled']) {
        expect((await list(`status=${status}`)).ids).toEqual(ids[status]);
      }
      const first = await list('status=planned&limit=2');
      const second = await list(`status=planned&limit=2&cursor=${first.next}`);
      expect([...first.ids, ...second.ids]).toEqual(ids.planned);
      expect(second.next).toBeNull();
    });
  });

  describe('closed', () => {
    it.each(['completed', 'cancelled'])('as %s tell who, when and with what outcome', async (status) => {
      const blockerId = await school.blocker(enrollmentId);
      const id = await school.intervention(enrollmentId, { blocker_id: blockerId });
      const before = (await school.owner.client.get(`/interventions/${id}`)).body.data;
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const closed = await coach.client.post(`/interventions/${id}/close`, { status, outcome: ` ${valid.outcome} ` });
      expect([closed.status, closed.body.data]).toEqual([
        200,
        {
          ...before,
          status,
          outcome: valid.outcome,
          closedAt: expect.stringMatching(/\.\d{3}Z$/),
          closedBy: coach.accountId,
          closedByName: coach.name,
        },
      ]);
      expect((await school.owner.client.get(`/interventions/${id}`)).body.data).toEqual(closed.body.data);
      const trail = await school.trail();
      expect(trail.audit).toMatchObject([
        { action: 'intervention.closed', target_id: id, changes: { status: { from: 'planned', to: status } } },
      ]);
      expect(trail.events).toMatchObject([
        {
          name: 'intervention.closed',
          data: { interventionId: id, enrollmentId, status, ownerUserId: school.owner.accountId },
        },
      ]);
      const blockers = await school.owner.client.get(`/enrollments/${enrollmentId}/blockers`);
      expect(blockers.body.data.items).toMatchObject([{ id: blockerId, status: 'open', resolvedAt: null }]);
    });

    it.each(['pending', 'paused', 'completed', 'withdrawn'])(
      'are so also on an enrollment that is %s',
      async (status) => {
        const id = await school.intervention(await school.enrollment({ status }));
        expect((await close(id)).status).toBe(200);
      },
    );

    it('twice is 409, whatever the status asked for, and changes nothing', async () => {
      const id = await school.intervention(enrollmentId);
      expect((await close(id)).status).toBe(200);
      const digest = await school.digest();
      for (const status of ['completed', 'cancelled']) {
        const again = await close(id, { status, outcome: 'Another' });
        expect([again.status, again.body.code]).toEqual([409, 'conflict']);
      }
      expect(await school.digest()).toBe(digest);
    });

    it('wait for a closure under way, and then find it done', async () => {
      const id = await school.intervention(enrollmentId);
      const response = await whileUncommitted(
        school,
        `update interventions set status = 'cancelled', closed_at = '2030-01-01T00:00:00Z' where id = $1`,
        id,
        () => close(id),
      );
      expect(response.status).toBe(409);
      expect((await school.owner.client.get(`/interventions/${id}`)).body.data.status).toBe('cancelled');
    });

    it('by 50 at once are closed by one of them', async () => {
      const id = await school.intervention(enrollmentId);
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          close(id, { status: n % 2 === 0 ? 'completed' : 'cancelled', outcome: `Outcome ${n}` }),
        ),
      );
      const won = responses.filter(({ status }) => status === 200);
      expect(won).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(49);
      expect((await school.owner.client.get(`/interventions/${id}`)).body.data).toEqual(won[0].body.data);
      const { audit, events, keys } = await school.trail();
      expect([audit.length, events.length, keys]).toEqual([1, 1, 1]);
    });
  });
});
