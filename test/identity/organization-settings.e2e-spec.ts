import { describe, expect, it } from '@jest/globals';
import type { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { dataOf } from './answers.js';

const { school } = useSchool();

interface Organization {
  id: string;
  name: string;
  reviewDueHours: number | null;
}

const HOUR = 3_600_000;

const get = async (client: Client = school.owner.client) => dataOf<Organization>(await client.get('/organization'));
const update = (body: object, client: Client = school.owner.client) => client.patch('/organization', body);

describe('the organization', () => {
  it('is that of the key, and follows the service until it sets the hours itself', async () => {
    expect(await get()).toEqual({ id: school.id, name: 'Lighthouse Academy', reviewDueHours: null });
    const other = await School.open(school.app);
    const response = await update({ name: ' South Academy ', reviewDueHours: 0 });
    expect([response.status, dataOf(response)]).toEqual([
      200,
      { id: school.id, name: 'South Academy', reviewDueHours: 0 },
    ]);
    expect(await get()).toEqual(dataOf(response));
    expect(await get(other.owner.client)).toMatchObject({ id: other.id, name: 'Lighthouse Academy' });
    expect(dataOf(await school.owner.client.get('/me'))).toMatchObject({ organization: { name: 'South Academy' } });
    expect(dataOf(await update({ reviewDueHours: null }))).toMatchObject({
      name: 'South Academy',
      reviewDueHours: null,
    });
  });

  it('is changed with an event that names the fields, and without one where nothing is sent', async () => {
    await update({ name: 'South Academy', reviewDueHours: 24 });
    await update({});
    const { audit, events } = await school.trail();
    const entry = { action: 'organization.updated', target_type: 'organization', target_id: school.id };
    expect(audit).toMatchObject([
      { ...entry, changes: { reviewDueHours: { from: null, to: 24 } } },
      { ...entry, changes: {} },
    ]);
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['organization.updated', { fields: ['name', 'reviewDueHours'] }],
    ]);
  });

  it('is read by all staff and changed by an OWNER, with a key for administration', async () => {
    const { memberId, accountId } = school.owner;
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
    const statuses = async (client: Client) => [
      (await client.get('/organization')).status,
      (await update({ reviewDueHours: 5 }, client)).status,
    ];
    expect(await statuses((await school.person('ADMIN')).client)).toEqual([200, 403]);
    expect(await statuses(coach.client)).toEqual([200, 403]);
    expect(await statuses((await school.person()).client)).toEqual([403, 403]);
    expect(await statuses((await school.key(memberId, accountId, { scopes: ['read', 'write'] })).client)).toEqual([
      403, 403,
    ]);
    expect(await statuses((await school.key(memberId, accountId, { scopes: ['admin'] })).client)).toEqual([200, 200]);
  });

  it.each([-1, 721, 1.5, '24'])('has hours from 0 to 720: not %p', async (reviewDueHours) => {
    const { status, body } = await update({ reviewDueHours });
    expect([status, (body as { details: { field: string }[] }).details[0].field]).toEqual([400, 'reviewDueHours']);
  });

  it('decides when a review is overdue: in the cockpit, its members, overviews, briefings and the list of reviews', async () => {
    const cohort_id = await school.cohort();
    const { enrollmentId, taskId, deliverableId, submissionId } = await school.handedIn({ cohort_id });
    await school.submission(deliverableId, taskId, enrollmentId, {
      submitted_at: new Date(school.app.now().getTime() - 10 * HOUR),
    });
    const { client } = school.owner;
    const read = async (path: string) => (await client.get(path)).body.data as Record<string, never>;
    const overdue = async () => {
      const cockpit = await read(`/cohorts/${cohort_id}/cockpit`);
      const members = await read(`/cohorts/${cohort_id}/cockpit/members?signal=overdue_reviews`);
      const overviews = await read('/cohort-overviews');
      const briefing = await read(`/enrollments/${enrollmentId}/briefing`);
      const reviews = await read('/reviews');
      return [
        (cockpit.reviews as { highlighted: number }).highlighted,
        (members.items as object[]).length,
        (overviews.items as { reviews: { highlighted: number } }[])[0].reviews.highlighted,
        (briefing.reviews as { overdue: number }).overdue,
        (reviews.items as { overdue: boolean }[]).filter((item) => item.overdue).length,
      ];
    };
    expect(submissionId).toBeDefined();
    expect(await overdue()).toEqual([0, 0, 0, 0, 0]);
    await update({ reviewDueHours: 9 });
    expect(await overdue()).toEqual([1, 1, 1, 1, 1]);
    await update({ reviewDueHours: 11 });
    expect(await overdue()).toEqual([0, 0, 0, 0, 0]);
    await update({ reviewDueHours: 0 });
    expect((await overdue()).slice(0, 1)).toEqual([2]);
    await update({ reviewDueHours: null });
    expect(await overdue()).toEqual([0, 0, 0, 0, 0]);
  });
});
