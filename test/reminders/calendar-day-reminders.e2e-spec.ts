import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { DAY, HOUR, MINUTE, reminding } from './reminding.js';

const { app, school } = useSchool();
const { at, events, fired, firings, look, lookLater, patch, post, rule } = reminding(app, school);

/** The clocks change after the first instant: by an hour, or by half an hour. What is due three days later at the same time. */
const CHANGES: [zone: string, from: string, due: string][] = [
  ['Europe/Paris', '2027-03-26T17:00:00.000Z', '2027-03-29T16:00:00.000Z'],
  ['Europe/Paris', '2027-10-30T16:00:00.000Z', '2027-11-02T17:00:00.000Z'],
  ['America/New_York', '2027-03-12T23:00:00.000Z', '2027-03-15T22:00:00.000Z'],
  ['Australia/Lord_Howe', '2027-04-02T07:00:00.000Z', '2027-04-05T07:30:00.000Z'],
];

const iso = (inMs: number): string => at(inMs).toISOString();

describe('a milestone', () => {
  const due = { due_kind: 'after_enrollment', due_days: 2, due_time: '18:00' };
  /** Two days after an enrollment today, at 18:00 in a time zone. */
  const dueAt = async (ruleId: string) => (await firings(ruleId)).map(({ dueAt: instant }) => instant);

  it('fires for each active enrollment that has not reached it, by the wall clock of the cohort', async () => {
    const id = await rule('milestone.due');
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id, timezone: 'America/New_York', start_date: '2026-10-30' });
    const milestone = await school.milestone({ program_id, ...due });
    const [open, reached] = [await school.enrollment({ cohort_id }), await school.enrollment({ cohort_id })];
    await school.enrollment({ cohort_id, status: 'paused' });
    await school.milestoneReach(reached, milestone);
    await look();
    for (let hours = 0; hours < 72; hours += 3) await lookLater(3 * HOUR);
    expect(await events(id)).toMatchObject([{ resourceType: 'milestone', resourceId: milestone, enrollmentId: open }]);
    const [instant] = await dueAt(id);
    const shown = new Date(instant).toLocaleString('sv-SE', { timeZone: 'America/New_York' });
    expect(shown.slice(11)).toBe('18:00:00');
  });

  it('fires for everybody where many are due on one day', async () => {
    const id = await rule('milestone.due');
    const program_id = await school.program();
    const start_date = iso(0).slice(0, 10);
    const cohort_id = await school.cohort({ program_id, timezone: 'UTC', start_date, end_date: null, capacity: 500 });
    const due = { due_kind: 'after_start', due_days: 2, due_time: '12:00' };
    for (let position = 1; position <= 60; position += 1) await school.milestone({ program_id, position, ...due });
    for (let n = 0; n < 25; n += 1) await school.enrollment({ cohort_id });
    await look();
    await lookLater(3 * DAY - HOUR);
    const { rows } = await school.rows<{ fired: number }>(
      'select count(*)::integer as fired from reminder_firings where organization_id = $1 and reminder_rule_id = $2',
      id,
    );
    expect(rows).toEqual([{ fired: 60 * 25 }]);
  });

  it('that is due after the start of the cohort fires on that day, as the dates are then', async () => {
    const id = await rule('milestone.due', { offsetMinutes: 60 });
    const program_id = await school.program();
    const date = (days: number) => iso(days * DAY).slice(0, 10);
    const cohort_id = await school.cohort({ program_id, timezone: 'UTC', start_date: date(0), end_date: null });
    const milestone = await school.milestone({ program_id, due_kind: 'after_start', due_days: 3, due_time: '12:00' });
    const other = await school.milestone({ program_id, position: 2 });
    const [free, onPath] = [await school.enrollment({ cohort_id }), await school.enrollment({ cohort_id })];
    const path = await school.path([await school.course({ program_id })], { program_id, status: 'active' });
    await school.insert('path_milestones', { path_id: path, milestone_id: other, position: 1 });
    await school.enrollmentPath(onPath, path);
    await look();
    const dueOn = `${date(3)}T12:00:00.000Z`;
    // Ahead of the clock at whatever time of day the test runs.
    const dayAfter = Date.parse(`${date(5)}T00:30:00.000Z`);
    for (let days = 0; days < 4; days += 0.5) await lookLater(DAY / 2);
    await lookLater(dayAfter - app.now().getTime());
    expect(await firings(id)).toMatchObject([
      { resourceId: milestone, enrollmentId: free, dueAt: dueOn, outcome: 'fired' },
    ]);
    // Later by days, and back within the 24 hours.
    const start = new Date(Date.parse(dueOn) - 2 * DAY).toISOString().slice(0, 10);
    await patch(`/cohorts/${cohort_id}`, { startDate: start });
    await lookLater(5_000);
    const moved = await firings(id);
    expect(moved.map(({ enrollmentId }) => enrollmentId)).toEqual([free, free]);
  });

  it('fires for somebody who was enrolled after its moment', async () => {
    const id = await rule('milestone.due', { offsetMinutes: -2880 });
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id, timezone: 'UTC', status: 'open' });
    const milestone = await school.milestone({ program_id, ...due });
    // At 20:00, two hours after the moment of those who are enrolled on that day.
    await lookLater(Date.parse(`${iso(2 * DAY).slice(0, 10)}T20:00:00.000Z`) - app.now().getTime());
    expect(await fired(id)).toEqual([]);
    const { memberId } = await school.person();
    const enrollment = await post(`/cohorts/${cohort_id}/enrollments`, { memberId, status: 'active' });
    await lookLater(5_000);
    expect(await firings(id)).toMatchObject([{ resourceId: milestone, enrollmentId: enrollment.id, outcome: 'fired' }]);
  });
});

describe('a gap without contact', () => {
  const gap = { days: 3 };

  it('fires once, so many calendar days after the last note, held session or the enrollment', async () => {
    const id = await rule('enrollment.no_contact', gap);
    const cohort_id = await school.cohort({ timezone: 'Europe/Paris' });
    const enrollments = [1, 2, 3, 4].map(() => school.enrollment({ cohort_id }));
    const [silent, noted, met, paused] = await Promise.all(enrollments);
    await school.rows(`update enrollments set status = 'paused' where organization_id = $1 and id = $2`, paused);
    await look();
    await lookLater(2 * DAY);
    await school.note(noted);
    await school.coachingSession(met, { status: 'held', held_at: at(-HOUR) });
    await school.coachingSession(silent, { scheduled_at: at(-HOUR) });
    await lookLater(DAY + 2 * HOUR);
    expect(await events(id)).toMatchObject([{ resourceType: 'enrollment', resourceId: silent, enrollmentId: silent }]);
    await lookLater(2 * DAY);
    await lookLater(DAY);
    expect(await fired(id)).toEqual([silent, met, noted]);
    // Armed again by the next contact.
    await school.note(silent);
    await lookLater(2 * DAY);
    expect(await fired(id)).toHaveLength(3);
    await lookLater(DAY + HOUR);
    expect(await fired(id)).toEqual([silent, met, noted, silent]);
  });

  it('that has fired does not fire for another number of days, and a contact that is recorded late begins another gap', async () => {
    const id = await rule('enrollment.no_contact', gap);
    const enrollment = await school.enrollment({ cohort_id: await school.cohort({ timezone: 'UTC' }) });
    await look();
    await lookLater(3 * DAY + HOUR);
    expect(await fired(id)).toEqual([enrollment]);
    await patch(`/reminder-rules/${id}`, { days: 4 });
    await lookLater(DAY);
    await patch(`/reminder-rules/${id}`, { days: 1 });
    await lookLater(MINUTE);
    expect(await fired(id)).toEqual([enrollment]);
    await post(`/enrollments/${enrollment}/coaching-sessions`, { heldAt: iso(-30 * HOUR) });
    await lookLater(MINUTE);
    expect(await firings(id)).toHaveLength(2);
  });
});

describe('a change of the clocks', () => {
  it.each(CHANGES)('in %s after %s leaves gaps and milestones at their time of day', async (timezone, from, due) => {
    await lookLater(Date.parse(from) - app.now().getTime());
    const program_id = await school.program();
    const cohort_id = await school.cohort({ program_id, timezone });
    const local = new Date(from).toLocaleString('sv-SE', { timeZone: timezone });
    await school.milestone({ program_id, due_kind: 'after_enrollment', due_days: 3, due_time: local.slice(11, 16) });
    const rules = [await rule('enrollment.no_contact', { days: 3 }), await rule('milestone.due')];
    await school.enrollment({ cohort_id, enrolled_at: new Date(from) });
    await look();
    await lookLater(Date.parse(due) - MINUTE - app.now().getTime());
    for (const id of rules) expect(await firings(id)).toEqual([]);
    await lookLater(MINUTE + 5_000);
    for (const id of rules) expect(await firings(id)).toMatchObject([{ dueAt: due, moment: due, outcome: 'fired' }]);
  });
});
