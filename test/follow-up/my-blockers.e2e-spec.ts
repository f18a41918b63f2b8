import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange } from '../support/held-rows.js';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();
let person: Person;
let enrollmentId: string;

beforeEach(async () => {
  person = await school.person();
  enrollmentId = await school.enrollment({ member_id: person.memberId });
});

const report = (body: object = {}, { client } = person) =>
  client.post('/me/blockers', { enrollmentId, title: 'No laptop', urgency: 'normal', ...body });
const mine = async ({ client } = person) =>
  ((await client.get('/me/blockers')).body as { data: { items: { id: string }[] } }).data.items;

describe('a blocker that a person reports', () => {
  it('is a blocker like those that staff open, and its event says who reported it', async () => {
    const { status, body } = await report({ urgency: 'urgent' });
    const blocker = (body as { data: { id: string } }).data;
    expect([status, blocker]).toEqual([
      201,
      {
        id: blocker.id,
        enrollmentId,
        title: 'No laptop',
        urgency: 'urgent',
        status: 'open',
        resolution: null,
        openedAt: expect.any(String),
        resolvedAt: null,
      },
    ]);
    const { audit, events } = await school.trail();
    expect(audit).toMatchObject([{ action: 'blocker.opened', target_type: 'blocker', target_id: blocker.id }]);
    expect(audit[0].changes).toEqual({ enrollmentId, urgency: 'urgent' });
    const data = { blockerId: blocker.id, enrollmentId, urgency: 'urgent', reportedByMember: true };
    expect(events).toMatchObject([{ name: 'blocker.opened', data }]);
    const staff = await school.owner.client.get(`/enrollments/${enrollmentId}/blockers`);
    expect((staff.body as { data: { items: object[] } }).data.items).toMatchObject([
      { id: blocker.id, openedBy: person.accountId, openedByName: person.name },
    ]);
    const briefing = await school.owner.client.get(`/enrollments/${enrollmentId}/briefing`);
    expect((briefing.body as { data: object }).data).toMatchObject({ rhythm: { value: 'at_risk' } });
  });

  it('is seen by that person with its resolution, without names, and without blockers of staff', async () => {
    const { body } = await report();
    const { id } = (body as { data: { id: string } }).data;
    await school.blocker(enrollmentId, { title: 'Opened by staff' });
    // Of a coach who is enrolled as well: opened by the person, and not reported.
    await school.blocker(await school.enrollment(), { title: 'Opened by staff', opened_by: person.accountId });
    const resolution = { resolution: 'A laptop was lent' };
    expect((await school.owner.client.post(`/blockers/${id}/resolve`, resolution)).status).toBe(200);
    const items = await mine();
    expect(items).toMatchObject([{ id, status: 'resolved', ...resolution }]);
    for (const text of [school.owner.name, school.owner.accountId, 'Opened by staff']) {
      expect(JSON.stringify(items)).not.toContain(text);
    }
    expect(await mine(await school.person())).toEqual([]);
  });

  it('leaves no title in audit entry and event, as a blocker that staff open does in its audit entry', async () => {
    expect((await report({ title: 'canary' })).status).toBe(201);
    const { audit, events } = await school.trail();
    expect(JSON.stringify([audit, events])).not.toContain('canary');
    const opened = { title: 'canary', urgency: 'normal' };
    expect((await school.owner.client.post(`/enrollments/${enrollmentId}/blockers`, opened)).status).toBe(201);
    expect((await school.trail()).audit[1].changes).toEqual({ enrollmentId, ...opened });
  });

  it("is refused on somebody else's enrollment like on one that does not exist", async () => {
    const answers = [];
    for (const id of [await school.enrollment(), randomUUID()]) answers.push(await report({ enrollmentId: id }));
    for (const { status, body } of answers) {
      const issue = "must be an enrollment of the caller's own";
      expect([status, (body as { details: object[] }).details]).toEqual([400, [{ field: 'enrollmentId', issue }]]);
    }
    expect((await report({}, school.owner)).status).toBe(400);
  });

  it.each(['pending', 'paused', 'completed', 'withdrawn', 'failed', 'transferred'])(
    'is a conflict on their enrollment that is %s',
    async (status) => {
      enrollmentId = await school.enrollment({ member_id: person.memberId, status });
      expect((await report()).status).toBe(409);
    },
  );

  it('waits for a pause of the enrollment under way, and is then a conflict', async () => {
    const pause = statusChange('enrollments', enrollmentId, 'paused');
    expect((await afterWaitingFor(school, pause, () => report())).status).toBe(409);
  });

  it('is one of 5 open ones at most, whatever staff opened, and however many come at once', async () => {
    for (let n = 0; n < 6; n += 1) await school.blocker(enrollmentId);
    const answers = await Promise.all(Array.from({ length: 12 }, () => report()));
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(5);
    expect((await report()).status).toBe(409);
    const [{ id }] = await mine();
    await school.owner.client.post(`/blockers/${id}/resolve`, {});
    expect([(await report()).status, (await report()).status]).toEqual([201, 409]);
  });
});
