import { beforeEach, describe, expect, it } from '@jest/globals';
import { whileUncommitted } from '../support/uncommitted.js';
import { useSchool } from '../support/use-school.js';

describe('blockers', () => {
  const { school } = useSchool();
  let enrollmentId: string;
  let path: string;

  beforeEach(async () => {
    enrollmentId = await school.enrollment();
    path = `/enrollments/${enrollmentId}/blockers`;
  });

  const valid = { title: 'No access to the platform', urgency: 'urgent' };

  it('are open when opened, with every nullable field present', async () => {
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
    const opened = await coach.client.post(path, { ...valid, title: `  ${valid.title} `, status: 'resolved' });
    expect([opened.status, opened.body.data]).toEqual([
      201,
      {
        id: expect.any(String),
        enrollmentId,
        ...valid,
        status: 'open',
        resolution: null,
        openedBy: coach.accountId,
        openedByName: coach.name,
        openedAt: expect.stringMatching(/\.\d{3}Z$/),
        resolvedBy: null,
        resolvedByName: null,
        resolvedAt: null,
      },
    ]);
    const blockerId = opened.body.data.id as string;
    expect((await school.trail()).events).toMatchObject([
      { name: 'blocker.opened', data: { blockerId, enrollmentId, urgency: 'urgent', reportedByMember: false } },
    ]);
  });

  it('are resolved with or without a word, and with no body at all', async () => {
    const admin = await school.person('ADMIN');
    const sent: [unknown, string | null][] = [
      [{ resolution: ' A new invitation was sent ' }, 'A new invitation was sent'],
      [{ resolution: null }, null],
      [{ resolution: '  ' }, null],
      [{}, null],
      [undefined, null],
    ];
    for (const [body, resolution] of sent) {
      const opened = (await school.owner.client.post(path, valid)).body.data;
      const resolved = await admin.client.post(`/blockers/${opened.id}/resolve`, body);
      expect([resolved.status, resolved.body.data]).toEqual([
        200,
        {
          ...opened,
          status: 'resolved',
          resolution,
          resolvedBy: admin.accountId,
          resolvedByName: admin.name,
          resolvedAt: expect.stringMatching(/\.\d{3}Z$/),
        },
      ]);
      expect((await school.owner.client.get(path)).body.data.items[0]).toEqual(resolved.body.data);
      expect((await school.trail()).events.at(-1)).toMatchObject({
        name: 'blocker.resolved',
        data: { blockerId: opened.id, enrollmentId },
      });
    }
  });

  it('are resolved once: a second time is 409 and changes nothing', async () => {
    const id = await school.blocker(enrollmentId);
    expect((await school.owner.client.post(`/blockers/${id}/resolve`, {})).status).toBe(200);
    const digest = await school.digest();
    const second = await school.owner.client.post(`/blockers/${id}/resolve`, { resolution: 'Again' });
    expect([second.status, second.body.code]).toEqual([409, 'conflict']);
    expect(await school.digest()).toBe(digest);
  });

  it('wait for a resolution under way, and then find it done', async () => {
    const id = await school.blocker(enrollmentId);
    const response = await whileUncommitted(
      school,
      `update blockers set status = 'resolved', resolution = 'First' where id = $1`,
      id,
      () => school.owner.client.post(`/blockers/${id}/resolve`, { resolution: 'Second' }),
    );
    expect(response.status).toBe(409);
    expect((await school.owner.client.get(path)).body.data.items).toMatchObject([{ id, resolution: 'First' }]);
  });

  it('are resolved by one of 50 who try at once', async () => {
    const id = await school.blocker(enrollmentId);
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => school.owner.client.post(`/blockers/${id}/resolve`, {})),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(49);
    const { audit, events } = await school.trail();
    expect([audit.length, events.length]).toEqual([1, 1]);
  });

  describe('updating one', () => {
    const update = (id: string, body: unknown, client = school.owner.client) => client.patch(`/blockers/${id}`, body);

    it('changes the sent fields, and the cockpit with them', async () => {
      const cohortId = await school.cohort();
      enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const coach = await school.person('MEMBER', { role: 'coach', enrollmentId });
      const id = await school.blocker(enrollmentId);
      const [before] = (await coach.client.get(`/enrollments/${enrollmentId}/blockers`)).body.data.items as object[];
      const response = await update(id, { title: ' No platform ', urgency: 'urgent' }, coach.client);
      expect([response.status, response.body.data]).toEqual([
        200,
        { ...before, title: 'No platform', urgency: 'urgent' },
      ]);
      const cockpit = await school.owner.client.get(`/cohorts/${cohortId}/cockpit`);
      expect(cockpit.body.data.blockers).toMatchObject({ total: 1, highlighted: 1 });
    });

    it('tells which fields changed, and nowhere what the title says', async () => {
      const id = await school.blocker(enrollmentId);
      await update(id, { title: 'Never to be told', urgency: 'urgent' });
      const trail = await school.trail();
      expect(trail.audit).toMatchObject([
        { action: 'blocker.updated', changes: { urgency: { from: 'normal', to: 'urgent' } } },
      ]);
      expect(trail.events).toMatchObject([
        {
          name: 'blocker.updated',
          data: { blockerId: id, enrollmentId, urgency: 'urgent', fields: ['title', 'urgency'] },
        },
      ]);
      expect(JSON.stringify(trail)).not.toContain('Never to be told');
    });

    it('refuses a resolved blocker, whatever is sent', async () => {
      const id = await school.blocker(enrollmentId, { status: 'resolved' });
      const digest = await school.digest();
      for (const body of [{ urgency: 'urgent' }, {}]) {
        const refused = await update(id, body);
        expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
      }
      expect(await school.digest()).toBe(digest);
    });
  });

  it('put the member at risk in the cockpit for as long as they are open', async () => {
    const cohortId = await school.cohort();
    const blocked = await school.enrollment({ cohort_id: cohortId });
    const cockpit = async () => (await school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).body.data as object;
    const opened = await school.owner.client.post(`/enrollments/${blocked}/blockers`, valid);
    expect(await cockpit()).toMatchObject({ rhythm: { at_risk: 1 }, blockers: { total: 1, highlighted: 1 } });
    await school.owner.client.post(`/blockers/${opened.body.data.id}/resolve`, {});
    expect(await cockpit()).toMatchObject({ rhythm: { at_risk: 0 }, blockers: { total: 0, highlighted: 0 } });
  });
});
