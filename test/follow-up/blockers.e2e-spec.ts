import { randomUUID } from 'node:crypto';
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

  it('need a title of 1 to 200 code points and an urgency', async () => {
    for (const title of ['x', '\u{1F600}'.repeat(200), ` ${'x'.repeat(200)} `]) {
      expect((await school.owner.client.post(path, { ...valid, title })).status).toBe(201);
    }
    const digest = await school.digest();
    for (const title of [undefined, null, '', '  ', 'x'.repeat(201), 7, 'a\u0000b']) {
      const refused = await school.owner.client.post(path, { ...valid, title });
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'title']);
    }
    for (const urgency of [undefined, null, '', 'high', 'URGENT', 1]) {
      const refused = await school.owner.client.post(path, { ...valid, urgency });
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'urgency']);
    }
    expect(await school.digest()).toBe(digest);
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

  it('take a resolution of up to 2000 characters', async () => {
    const id = await school.blocker(enrollmentId);
    const digest = await school.digest();
    for (const resolution of ['x'.repeat(2001), 7, {}, 'a\u0000b']) {
      const refused = await school.owner.client.post(`/blockers/${id}/resolve`, { resolution });
      expect([refused.status, refused.body.details[0].field]).toEqual([400, 'resolution']);
    }
    expect(await school.digest()).toBe(digest);
    const resolution = '\u{1F600}'.repeat(2000);
    expect((await school.owner.client.post(`/blockers/${id}/resolve`, { resolution })).status).toBe(200);
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

    it('leaves no event where no field is sent', async () => {
      const id = await school.blocker(enrollmentId);
      expect((await update(id, {})).status).toBe(200);
      const { audit, events } = await school.trail();
      expect([audit.length, events.length]).toEqual([1, 0]);
    });

    it('refuses null, a broken title and an unknown urgency, each by its name', async () => {
      const id = await school.blocker(enrollmentId);
      const digest = await school.digest();
      for (const title of [null, '', '  ', 'x'.repeat(201), 7]) {
        const refused = await update(id, { title });
        expect([refused.status, refused.body.details[0].field]).toEqual([400, 'title']);
      }
      for (const urgency of [null, 'high', 1]) {
        const refused = await update(id, { urgency });
        expect([refused.status, refused.body.details[0].field]).toEqual([400, 'urgency']);
      }
      expect(await school.digest()).toBe(digest);
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

  it('are listed newest first, open and resolved ones, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await school.blocker(enrollmentId, n % 2 ? { status: 'resolved' } : {}));
    await school.blocker(await school.enrollment());
    const first = await school.owner.client.get(`${path}?limit=3`);
    const second = await school.owner.client.get(`${path}?limit=3&cursor=${first.body.data.nextCursor}`);
    const items = [...first.body.data.items, ...second.body.data.items] as { id: string }[];
    expect(items.map((item) => item.id)).toEqual(ids);
    expect(second.body.data.nextCursor).toBeNull();
    for (const query of ['limit=101', 'cursor=x']) {
      expect((await school.owner.client.get(`${path}?${query}`)).status).toBe(400);
    }
  });

  it('are for those who reach the enrollment: others get the 404 of an unknown one, or 403', async () => {
    const id = await school.blocker(enrollmentId);
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: await school.enrollment() });
    const headers = { 'X-Correlation-Id': 'same' };
    const outside = [
      await coach.client.get(path, { headers }),
      await coach.client.post(path, valid, { headers }),
      await coach.client.post(`/blockers/${id}/resolve`, {}, { headers }),
      await coach.client.post(`/blockers/${randomUUID()}/resolve`, {}, { headers }),
    ];
    expect(outside.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(outside.map(({ text }) => text)).size).toBe(1);
    const reviewer = await school.person('MEMBER', { role: 'reviewer' });
    expect((await reviewer.client.get(path)).status).toBe(403);
    expect((await reviewer.client.post(`/blockers/${randomUUID()}/resolve`, {})).status).toBe(403);
    await school.assign(coach.memberId, { role: 'coach', enrollmentId });
    expect((await coach.client.post(`/blockers/${id}/resolve`, {})).status).toBe(200);
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
