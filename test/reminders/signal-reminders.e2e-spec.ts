import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { DAY, HOUR, MINUTE, reminding } from './reminding.js';

const { app, school } = useSchool();
const { at, events, fired, firings, look, lookLater, patch, post, rule } = reminding(app, school);

const iso = (inMs: number): string => at(inMs).toISOString();

describe('a coaching session', () => {
  it('fires while it is planned, also where it was moved past its moment', async () => {
    const id = await rule('coaching_session.start', { offsetMinutes: -30 });
    const enrollment = await school.enrollment();
    const scheduled_at = at(HOUR);
    for (const row of [{ status: 'cancelled' }, { status: 'held', held_at: at(0) }])
      await school.coachingSession(enrollment, { scheduled_at, ...row });
    await school.coachingSession(await school.enrollment({ status: 'paused' }), { scheduled_at });
    const planned = await school.coachingSession(enrollment, { scheduled_at });
    const moved = await school.coachingSession(enrollment, { scheduled_at: at(DAY) });
    await lookLater(30 * MINUTE);
    expect(await fired(id)).toEqual([planned]);
    await lookLater(HOUR);
    await patch(`/coaching-sessions/${moved}`, { scheduledAt: iso(20 * MINUTE) });
    await lookLater(5_000);
    expect(await fired(id)).toEqual([planned, moved]);
  });
});

describe('a booking', () => {
  it('fires while it is booked, and its coaching session does not', async () => {
    const id = await rule('booking.start', { offsetMinutes: -60 });
    const ofSessions = await rule('coaching_session.start', { offsetMinutes: -60 });
    const starts_at = at(3 * HOUR);
    await school.booking({ starts_at, status: 'cancelled', cancelled_at: at(0), cancelled_by: school.owner.accountId });
    await school.booking({ starts_at, enrollment_id: await school.enrollment({ status: 'paused' }) });
    const learner = await school.person();
    const enrollment_id = await school.enrollment({ member_id: learner.memberId });
    const booked = await school.booking({ starts_at, enrollment_id });
    await lookLater(HOUR);
    expect(await fired(id)).toEqual([]);
    await lookLater(HOUR);
    await lookLater(2 * HOUR);
    const { accountId } = learner;
    expect(await events(id)).toMatchObject([
      {
        resourceType: 'booking',
        resourceId: booked,
        enrollmentId: enrollment_id,
        accountId,
        dueAt: starts_at.toISOString(),
      },
    ]);
    expect(await fired(ofSessions)).toEqual([]);
  });

  it('that was rescheduled fires for its new start', async () => {
    const id = await rule('booking.start', { offsetMinutes: -60 });
    const booked = await school.booking();
    await look();
    const startsAt = new Date(Math.ceil(at(48 * HOUR).getTime() / HOUR) * HOUR).toISOString();
    await post(`/bookings/${booked}/reschedule`, { startsAt });
    await lookLater(25 * HOUR);
    expect(await fired(id)).toEqual([]);
    await lookLater(24 * HOUR);
    expect(await firings(id)).toMatchObject([{ resourceId: booked, dueAt: startsAt }]);
  });
});

describe('an intervention', () => {
  it('fires for its owner while it is planned, also where it was planned past its moment', async () => {
    const id = await rule('intervention.due', { offsetMinutes: -120 });
    const owner = await school.person('ADMIN');
    const enrollment = await school.enrollment();
    const due_at = at(3 * HOUR);
    await school.intervention(enrollment, { due_at, status: 'cancelled' });
    const planned = await school.intervention(enrollment, { due_at, owner_account_id: owner.accountId });
    await lookLater(HOUR);
    expect(await events(id)).toMatchObject([
      { resourceType: 'intervention', resourceId: planned, accountId: owner.accountId, enrollmentId: enrollment },
    ]);
    await lookLater(HOUR);
    const late = await post(`/enrollments/${enrollment}/interventions`, {
      ...{ reason: 'at_risk', title: 'Call', channel: 'call', ownerUserId: owner.accountId, dueAt: iso(HOUR) },
      expectedOutcome: 'A date is agreed on',
    });
    await lookLater(5_000);
    expect(await fired(id)).toEqual([planned, late.id]);
  });
});

describe('a live session', () => {
  it('fires once for everybody, with its only cohort, while it is scheduled', async () => {
    const id = await rule('live_session.start');
    const cohorts = [await school.cohort(), await school.cohort()];
    for (const cohort_id of cohorts) await school.enrollment({ cohort_id });
    const ofSecond = await rule('live_session.start', { offsetMinutes: 0, cohortId: cohorts[1] });
    const starts_at = at(HOUR);
    await school.liveSession([cohorts[0]], { starts_at, ends_at: starts_at, status: 'cancelled' });
    const one = await school.liveSession([cohorts[0]], { starts_at, ends_at: starts_at });
    const both = await school.liveSession(cohorts, { starts_at: at(2 * HOUR), ends_at: at(2 * HOUR) });
    await lookLater(HOUR);
    await lookLater(HOUR);
    expect(await events(id)).toMatchObject([
      { resourceId: one, cohortId: cohorts[0], enrollmentId: null, memberId: null, accountId: null },
      { resourceId: both, cohortId: null },
    ]);
    expect(await fired(ofSecond)).toEqual([both]);
  });

  it('fires where it was scheduled past its moment, once', async () => {
    const id = await rule('live_session.start', { offsetMinutes: -180 });
    await lookLater(2 * HOUR);
    const cohort = await school.cohort();
    const { id: session } = await post('/live-sessions', {
      ...{
        title: 'Weekly',
        startsAt: iso(2 * HOUR),
        endsAt: iso(3 * HOUR),
        timezone: 'Europe/Paris',
        cohortIds: [cohort],
      },
    });
    await lookLater(5_000);
    await lookLater(5_000);
    expect(await fired(id)).toEqual([session]);
  });
});

describe('a review', () => {
  it('is due the review hours after the submission, and fires while it is pending', async () => {
    const id = await rule('review.due', { offsetMinutes: -60 });
    const [waiting, reviewed] = [await school.handedIn(), await school.handedIn()];
    await look();
    await post(`/submissions/${reviewed.submissionId}/reviews`, { verdict: 'accepted' });
    await lookLater(70 * HOUR);
    expect(await fired(id)).toEqual([]);
    await lookLater(2 * HOUR);
    const [event] = await events(id);
    expect(event).toMatchObject({ resourceType: 'submission', resourceId: waiting.submissionId, accountId: null });
    const { rows } = await school.rows<{ submitted_at: Date }>(
      'select submitted_at from submissions where organization_id = $1 and id = $2',
      waiting.submissionId,
    );
    expect(Date.parse(String(event.dueAt))).toBe(rows[0].submitted_at.getTime() + 72 * HOUR);
    expect(await fired(id)).toEqual([waiting.submissionId]);
    // Shorter hours move the due instant.
    const next = await school.handedIn();
    await lookLater(30 * HOUR);
    await patch('/organization', { reviewDueHours: 30 });
    await lookLater(5_000);
    expect(await fired(id)).toEqual([waiting.submissionId, next.submissionId]);
  });
});

describe('a form that closes', () => {
  const enrolled = async (cohort_id: string) => {
    const { client, memberId, accountId } = await school.person();
    return { client, accountId, id: await school.enrollment({ cohort_id, member_id: memberId, status: 'active' }) };
  };

  it('fires for those who have not submitted it, and for newcomers; a moved end is another one', async () => {
    const id = await rule('form_assignment.close', { offsetMinutes: -60 });
    const cohort_id = await school.cohort({ status: 'open' });
    const [done, late] = [await enrolled(cohort_id), await enrolled(cohort_id)];
    const form_version_id = await school.formVersion();
    const form = await school.formAssignment({ form_version_id, cohort_id, closes_at: at(3 * HOUR) });
    const submitted = await done.client.post(`/form-assignments/${form}/responses/${done.id}/submit`, { revision: 0 });
    expect(submitted.status).toBe(200);
    await look();
    await lookLater(2 * HOUR + MINUTE);
    expect(await fired(id)).toEqual([form]);
    const [event] = await events(id);
    expect(event).toMatchObject({ resourceType: 'form_assignment', enrollmentId: late.id, accountId: late.accountId });
    const { memberId } = await school.person();
    const newcomer = await post(`/cohorts/${cohort_id}/enrollments`, { memberId, status: 'active' });
    await lookLater(5_000);
    expect((await events(id)).map(({ enrollmentId }) => enrollmentId)).toEqual([late.id, newcomer.id]);
    await patch(`/form-assignments/${form}`, { closesAt: at(2 * HOUR) });
    await lookLater(HOUR + MINUTE);
    expect(await fired(id)).toHaveLength(4);
  });

  it('that is anonymous fires for everybody who is asked: nobody learns who has answered', async () => {
    const id = await rule('form_assignment.close', { offsetMinutes: -60 });
    const cohort_id = await school.cohort();
    const [one, other] = [await enrolled(cohort_id), await enrolled(cohort_id)];
    const form_version_id = await school.formVersion();
    const row = { form_version_id, cohort_id, closes_at: at(3 * HOUR), anonymous: true };
    const form = await school.formAssignment(row);
    await one.client.post(`/form-assignments/${form}/responses/${one.id}/submit`, { revision: 0 });
    await look();
    await lookLater(2 * HOUR + MINUTE);
    expect((await events(id)).map(({ enrollmentId }) => enrollmentId).sort()).toEqual([one.id, other.id].sort());
  });
});

describe('a transferred enrollment', () => {
  it('does not repeat what fired before the transfer, and fires for what is due afterwards', async () => {
    const id = await rule('member_task.due');
    const program_id = await school.program();
    const [from, to] = [await school.cohort({ program_id }), await school.cohort({ program_id, status: 'open' })];
    const enrollment = await school.enrollment({ cohort_id: from });
    const [first, second] = [at(HOUR), at(3 * HOUR)].map((due_at) =>
      school.task({ enrollment_id: enrollment, due_at }),
    );
    const tasks = [await first, await second];
    await lookLater(HOUR);
    await post(`/enrollments/${enrollment}/transfer`, { toCohortId: to, reason: 'Moved to another city' });
    await lookLater(MINUTE);
    expect(await fired(id)).toEqual([tasks[0]]);
    await lookLater(3 * HOUR);
    expect(await fired(id)).toEqual(tasks);
  });
});
