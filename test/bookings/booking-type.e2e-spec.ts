import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();
let cohortId: string;
let coach: Person;

beforeEach(async () => {
  cohortId = await school.cohort();
  coach = await school.person('MEMBER', { role: 'coach', cohortId });
});

const body = (more: object = {}) => ({
  name: 'Coaching call',
  hostMemberId: coach.memberId,
  durationMinutes: 30,
  ...more,
});
const create = ({ client }: Person, more: object = {}) => client.post('/booking-types', body(more));
const listed = async ({ client }: Person, query = '') => {
  const { body: page } = await client.get(`/booking-types?${query}`);
  return (page as { data: { items: { id: string }[] } }).data.items.map(({ id }) => id);
};

describe('a booking type', () => {
  it('is created by its host or an administrator, with terms that have defaults', async () => {
    const created = await create(coach);
    expect([created.status, created.body.data]).toMatchObject([
      201,
      {
        ...{ name: 'Coaching call', hostMemberId: coach.memberId, durationMinutes: 30, stepMinutes: 15 },
        ...{ bufferBeforeMinutes: 0, bufferAfterMinutes: 0, minNoticeHours: 0, maxDaysAhead: 60, cancelNoticeHours: 0 },
        ...{ cohortId: null, programId: null, joinUrl: null, status: 'active' },
      },
    ]);
    const { id } = created.body.data;
    expect((await school.trail()).events).toMatchObject([
      { name: 'booking_type.created', data: { bookingTypeId: id, hostMemberId: coach.memberId } },
    ]);
    expect((await create(school.owner)).status).toBe(201);
    const hours = await coach.client.get(`/members/${coach.memberId}/availability`);
    expect(hours.body.data).toMatchObject({ timezone: 'UTC', weekly: [], exceptions: [], updatedAt: null });
  });

  it('has a coach as host: another one is 403 to a coach, somebody else 400', async () => {
    const other = await school.person('MEMBER', { role: 'coach', cohortId });
    expect((await create(other)).status).toBe(403);
    const reviewer = await school.person('MEMBER', { role: 'reviewer' });
    const former = await school.person('MEMBER', { role: 'coach', cohortId, ended: true });
    for (const { memberId } of [reviewer, former, school.owner]) {
      const { status, body: answer } = await create(school.owner, { hostMemberId: memberId });
      expect([status, answer.details[0].field]).toEqual([400, 'hostMemberId']);
    }
    await school.rows(`update members set status = 'detached' where organization_id = $1 and id = $2`, other.memberId);
    expect((await create(school.owner, { hostMemberId: other.memberId })).status).toBe(400);
  });

  it('is for a cohort or a program, not both', async () => {
    const programId = await school.program();
    const both = await create(coach, { cohortId, programId });
    expect([both.status, both.body.details[0].field]).toEqual([400, 'programId']);
    const { id } = (await create(coach, { cohortId })).body.data;
    const patch = (change: object) => coach.client.patch(`/booking-types/${id}`, change);
    const second = await patch({ programId });
    expect([second.status, second.body.details[0].field]).toEqual([400, 'programId']);
    const moved = await patch({ cohortId: null, programId });
    expect([moved.status, moved.body.data]).toMatchObject([200, { cohortId: null, programId }]);
  });

  it('is paused, resumed and archived, by its host or an administrator', async () => {
    const { id } = (await create(coach)).body.data;
    const other = await school.person('MEMBER', { role: 'coach', cohortId });
    const patch = ({ client }: Person, change: object) => client.patch(`/booking-types/${id}`, change);
    expect((await patch(other, { status: 'paused' })).status).toBe(403);
    expect((await other.client.post(`/booking-types/${id}/archive`, {})).status).toBe(403);
    expect((await patch(coach, { status: 'paused' })).body.data.status).toBe('paused');
    expect((await patch(school.owner, { status: 'active', durationMinutes: 45 })).body.data).toMatchObject({
      ...{ status: 'active', durationMinutes: 45, hostMemberId: coach.memberId },
    });
    expect((await patch(coach, { status: 'archived' })).status).toBe(400);
    expect((await coach.client.post(`/booking-types/${id}/archive`, {})).body.data.status).toBe('archived');
    for (const refused of [patch(coach, { name: 'x' }), coach.client.post(`/booking-types/${id}/archive`, {})]) {
      expect(await refused).toMatchObject({ status: 409, body: { reason: 'booking_type_archived' } });
    }
  });

  it('is listed to all staff, and to members enrolled where it is active and offered to them', async () => {
    const learner = await school.person();
    const enrollmentId = await school.enrollment({ cohort_id: cohortId, member_id: learner.memberId });
    const program_id = await school.program();
    const [all, own, elsewhere, paused, ofProgram] = [
      await school.bookingType({ host_member_id: await school.availability(coach.memberId) }),
      await school.bookingType({ host_member_id: coach.memberId, cohort_id: cohortId }),
      await school.bookingType({ host_member_id: coach.memberId, cohort_id: await school.cohort() }),
      await school.bookingType({ host_member_id: coach.memberId, status: 'paused' }),
      await school.bookingType({ host_member_id: coach.memberId, program_id }),
    ];
    const reviewer = await school.person('MEMBER', { role: 'reviewer' });
    expect(await listed(reviewer)).toEqual([ofProgram, paused, elsewhere, own, all]);
    expect(await listed(coach, `enrollmentId=${enrollmentId}`)).toEqual([paused, own, all]);
    expect(await listed(reviewer, `enrollmentId=${enrollmentId}`)).toEqual([]);
    expect(await listed(learner)).toEqual([own, all]);
    expect(await listed(learner, `enrollmentId=${enrollmentId}`)).toEqual([own, all]);
    expect(await listed(learner, `enrollmentId=${await school.enrollment({ cohort_id: cohortId })}`)).toEqual([]);
    expect(await listed(await school.person())).toEqual([]);
    await school.rows('update responsibilities set ended_at = started_at where organization_id = $1');
    expect(await listed(learner)).toEqual([]);
  });
});

describe('availability', () => {
  const path = () => `/members/${coach.memberId}/availability`;
  const monday = (from: string, to: string) => ({ weekday: 1, from, to });

  it('is set and read as a whole, by the coach and administrators', async () => {
    const weekly = [monday('09:00', '12:00'), monday('12:00', '24:00'), { weekday: 7, from: '00:00', to: '00:30' }];
    const exceptions = [
      { date: '2030-12-24', windows: [] },
      { date: '2030-12-25', windows: [{ from: '10:00', to: '11:00' }] },
    ];
    const set = await coach.client.put(path(), { timezone: 'Europe/Paris', weekly, exceptions });
    const shown = { memberId: coach.memberId, timezone: 'Europe/Paris', weekly, exceptions, whenUnknown: 'withhold' };
    expect([set.status, set.body.data]).toEqual([200, { ...shown, updatedAt: expect.any(String), conflicting: [] }]);
    const { updatedAt } = set.body.data;
    expect((await school.owner.client.get(path())).body.data).toEqual({ ...shown, updatedAt });
    const { audit, events } = await school.trail();
    expect(audit).toMatchObject([{ action: 'availability.changed' }]);
    expect(events).toMatchObject([{ name: 'availability.changed', data: { memberId: coach.memberId } }]);
    const replaced = await coach.client.put(path(), { timezone: 'UTC', weekly: [] });
    expect(replaced.body.data).toMatchObject({ timezone: 'UTC', weekly: [], exceptions: [] });
    const other = await school.person('MEMBER', { role: 'coach', cohortId });
    expect((await other.client.get(path())).status).toBe(404);
    expect((await other.client.put(path(), { timezone: 'UTC', weekly: [] })).status).toBe(404);
  });

  it('has windows that end after they begin and do not overlap, and each date once', async () => {
    const refused: [object, string][] = [
      [{ weekly: [monday('12:00', '12:00')] }, 'weekly.0.to'],
      [{ weekly: [monday('09:00', '24:01')] }, 'weekly.0.to'],
      [{ weekly: [monday('24:00', '24:00')] }, 'weekly.0.from'],
      [{ weekly: [monday('09:00', '12:00'), monday('11:59', '13:00')] }, 'weekly.1.from'],
      [{ weekly: [monday('09:00', '12:00'), monday('08:00', '13:00')] }, 'weekly.1.from'],
      [{ weekly: [{ ...monday('09:00', '12:00'), weekday: 0 }] }, 'weekly.0.weekday'],
      [{ weekly: Array.from({ length: 51 }, () => monday('09:00', '10:00')) }, 'weekly'],
      [{ timezone: 'Europe/Atlantis' }, 'timezone'],
      [{ timezone: '+02:00' }, 'timezone'],
      [{ exceptions: [{ date: '2030-02-30', windows: [] }] }, 'exceptions.0.date'],
      [{ exceptions: ['2030-02-03', '2030-02-03'].map((date) => ({ date, windows: [] })) }, 'exceptions.1.date'],
      [
        { exceptions: [{ date: '2030-02-03', windows: [0, 1].map(() => ({ from: '09:00', to: '10:00' })) }] },
        'exceptions.0.windows.1.from',
      ],
    ];
    for (const [change, field] of refused) {
      const answer = await coach.client.put(path(), { timezone: 'UTC', weekly: [], ...change });
      expect([change, answer.status, answer.body.details?.[0]?.field]).toEqual([change, 400, field]);
    }
  });
});
