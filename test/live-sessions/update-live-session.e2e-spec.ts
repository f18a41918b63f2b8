import { describe, expect, it } from '@jest/globals';
import { afterWaitingFor, statusChange } from '../support/held-rows.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

const JOIN_URL = 'https://meet.example.com/weekly?pwd=never-told';
const update = (id: string, body: unknown, client = school.owner.client) => client.patch(`/live-sessions/${id}`, body);
const read = async (id: string) => (await school.owner.client.get(`/live-sessions/${id}`)).body.data as object;
const at = (day: number) => `2030-01-0${day}T10:00:00.000Z`;

/** A session that has been held, with attendance of one of its two cohorts. */
async function held() {
  const [cohortId, otherCohortId] = [await school.cohort(), await school.cohort()];
  const id = await school.liveSession([cohortId, otherCohortId], { starts_at: '2020-01-01T10:00:00Z' });
  await school.attendance(id, await school.enrollment({ cohort_id: cohortId }), 'present');
  return { id, cohortId, otherCohortId };
}

describe('updating a live session', () => {
  it('changes what is sent and leaves the rest', async () => {
    const cohortIds = [await school.cohort(), await school.cohort()].reverse();
    const id = await school.liveSession([await school.cohort()], { starts_at: at(1), ends_at: at(2) });
    const before = await read(id);
    const moved = await update(id, { title: ' Monthly live ', endsAt: at(3), timezone: 'America/New_York' });
    const first = { title: 'Monthly live', endsAt: at(3), timezone: 'America/New_York' };
    expect([moved.status, moved.body.data]).toEqual([200, { ...before, ...first, updatedAt: expect.any(String) }]);
    const joined = await update(id, { joinUrl: JOIN_URL, cohortIds });
    expect(joined.body.data).toMatchObject({ ...first, joinUrl: JOIN_URL, cohortIds });
    expect(await read(id)).toEqual(joined.body.data);
    expect((await update(id, { joinUrl: null })).body.data).toMatchObject({ joinUrl: null, cohortIds });
  });

  it('tells times, cohorts and the names of fields, and nowhere the address or the title', async () => {
    const [cohortId, added] = [await school.cohort(), await school.cohort()];
    const id = await school.liveSession([cohortId], { starts_at: at(1), ends_at: at(2) });
    await update(id, { title: 'Never told', startsAt: at(2), joinUrl: JOIN_URL, cohortIds: [cohortId, added] });
    const trail = await school.trail();
    expect(trail.audit).toMatchObject([
      {
        action: 'live_session.updated',
        target_id: id,
        changes: {
          startsAt: { from: at(1), to: at(2) },
          joinUrl: { from: '[redacted]', to: '[redacted]' },
          cohortIds: { from: [cohortId], to: [cohortId, added] },
        },
      },
    ]);
    const times = { startsAt: at(2), endsAt: at(2), timezone: 'Europe/Paris' };
    const data = { liveSessionId: id, ...times, cohortIds: [cohortId, added] };
    expect(trail.events).toMatchObject([{ name: 'live_session.updated', data }]);
    const { fields } = trail.events[0].data as { fields: string[] };
    expect(new Set(fields)).toEqual(new Set(['title', 'startsAt', 'joinUrl', 'cohortIds']));
    expect(JSON.stringify(trail)).not.toMatch(/never-told|Never told/);
  });

  it('of a new one keeps the address out of the trail, too', async () => {
    const body = { title: 'Live', startsAt: at(1), endsAt: at(2), timezone: 'UTC', cohortIds: [await school.cohort()] };
    const created = await school.owner.client.post('/live-sessions', { ...body, joinUrl: JOIN_URL });
    expect([created.status, created.body.data.joinUrl]).toEqual([201, JOIN_URL]);
    expect(JSON.stringify(await school.trail())).not.toContain('never-told');
  });

  it('refuses broken fields, a reversed period and foreign cohorts, each by its name', async () => {
    const cohortId = await school.cohort();
    const id = await school.liveSession([cohortId], { starts_at: at(3), ends_at: at(4) });
    const digest = await school.digest();
    const cases: [object, string][] = [
      [{ joinUrl: 'http://meet.example.com' }, 'joinUrl'],
      [{ startsAt: at(5) }, 'startsAt'],
      [{ endsAt: at(2) }, 'endsAt'],
      [{ startsAt: at(2), endsAt: at(1) }, 'endsAt'],
    ];
    for (const [body, field] of cases) {
      const refused = await update(id, body);
      expect([body, refused.status, refused.body.details?.[0].field]).toEqual([body, 400, field]);
    }
    expect(await school.digest()).toBe(digest);
  });

  it('refuses a cancelled session, whatever is sent', async () => {
    const id = await school.liveSession([await school.cohort()], { status: 'cancelled' });
    for (const body of [{ title: 'Again' }, {}]) expect((await update(id, body)).status).toBe(409);
  });

  it('waits for a cancellation under way', async () => {
    const id = await school.liveSession([await school.cohort()]);
    const cancelling = statusChange('live_sessions', id, 'cancelled');
    expect((await afterWaitingFor(school, cancelling, () => update(id, { title: 'Again' }))).status).toBe(409);
  });
});

describe('updating a live session with attendance', () => {
  it('refuses a start in the future', async () => {
    const { id } = await held();
    expect((await update(id, { startsAt: at(1), endsAt: at(2) })).status).toBe(409);
    expect((await update(id, { startsAt: '2020-01-01T09:00:00Z' })).status).toBe(200);
  });

  it('refuses to leave out a cohort with attendance, also one that the caller does not see', async () => {
    const { id, cohortId, otherCohortId } = await held();
    expect((await update(id, { cohortIds: [otherCohortId] })).status).toBe(409);
    expect((await update(id, { cohortIds: [cohortId] })).body.data.cohortIds).toEqual([cohortId]);
  });

  it('lets a session without attendance move and leave out any cohort', async () => {
    const cohortId = await school.cohort();
    const id = await school.liveSession([await school.cohort()], { starts_at: '2020-01-01T10:00:00Z' });
    expect((await update(id, { startsAt: at(1), endsAt: at(2), cohortIds: [cohortId] })).status).toBe(200);
  });
});
