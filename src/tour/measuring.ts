import { expect, inDays, itemsOf, type Actor, type Resource } from './guide.js';
import type { Place } from './opening.js';

/** Measures what a cohort achieves, books a talk with its coach, and hears of dates in time. */
export async function measure(place: Place, lea: Actor): Promise<void> {
  await recordOutcomes(place, lea);
  await book(place, lea);
  await readCalendar(place);
  await connectCalendar(place);
  await remind(place);
  await analyze(place);
}

async function recordOutcomes({ guide, owner, coach, program, enrollmentIds }: Place, lea: Actor): Promise<void> {
  const measured = await owner.create('An outcome is to be measured', `/programs/${program.id}/outcome-measures`, {
    key: 'confidence',
    name: 'Confidence in difficult talks',
    direction: 'increase',
    min: 0,
    max: 10,
    selfReport: true,
  });
  const entries = `/enrollments/${enrollmentIds.Lea}/outcome-entries`;
  const entry = { outcomeMeasureId: measured.id };
  await coach.create('Where Lea stands at the beginning', entries, { ...entry, kind: 'baseline', value: 4 });
  await coach.create('… and where she wants to be', entries, { ...entry, kind: 'target', value: 7 });
  await lea.create('She records herself how it is now', entries, { ...entry, kind: 'reading', value: 6 });
  const [outcome] = itemsOf(await coach.get('What has changed', `/enrollments/${enrollmentIds.Lea}/outcomes`));
  guide.show(outcome, ['baseline', 'latest', 'change', 'achieved']);
  expect((outcome.change as Resource).value === 2, 'the change is another one');
}

async function book(place: Place, lea: Actor): Promise<void> {
  const { coach, coachId, harbour, enrollmentIds } = place;
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }));
  const availability = { timezone: 'Europe/Paris', weekly };
  await coach.put('When the coach can be booked', `/members/${coachId}/availability`, availability);
  const type = await coach.create('… and what for', '/booking-types', {
    name: 'Coaching call',
    hostMemberId: coachId,
    durationMinutes: 30,
    cohortId: harbour.id,
  });
  const enrollmentId = enrollmentIds.Lea;
  const period = `from=${inDays(1)}&to=${inDays(4)}`;
  const path = `/booking-types/${type.id}`;
  const slots = await lea.get('Lea looks for a slot', `${path}/slots?enrollmentId=${enrollmentId}&${period}`);
  const [{ startsAt }, second] = itemsOf(slots);
  const booking = await lea.create('She books the first one', `${path}/bookings`, { enrollmentId, startsAt });
  const other = { enrollmentId: enrollmentIds.Luc, startsAt };
  await coach.step('Nobody else gets it', `${path}/bookings`, other, 409);
  const moved = { startsAt: second.startsAt };
  const again = await lea.command('She takes another one', `/bookings/${booking.id}/reschedule`, moved);
  expect(again.startsAt === second.startsAt, 'the booking has another time');
}

/** A calendar that the coach has elsewhere: there is no such server, and the coach is told. */
async function connectCalendar({ guide, coach }: Place): Promise<void> {
  const calendar = { label: 'My own', provider: 'caldav', url: 'https://calendar.invalid/', username: 'coach' };
  const made = await coach.create('The coach connects a calendar of their own', '/me/calendar-connections', {
    ...{ ...calendar, password: 'an app password' },
  });
  const path = `/calendar-connections/${made.id}`;
  await guide.until(async () => (await coach.look(path)).failure !== null, 'nobody says that there is no such server');
  const told = await coach.get('There is no such server, and the connection says so', path);
  guide.show(told, ['status', 'failure', 'calendars']);
  const ended = await coach.command('It is disconnected', `${path}/disconnect`);
  expect(ended.status === 'disconnected', 'it is still connected');
}

async function readCalendar({ guide, coach }: Place): Promise<void> {
  const feed = { name: 'My coaching', audience: 'coach' };
  const { url } = await coach.create('The coach gets a calendar for a calendar program', '/calendar-feeds', feed);
  const calendar = await guide.open('It is read without a key', String(url));
  const summaries = calendar.split('\r\n').filter((line) => line.startsWith('SUMMARY:'));
  for (const line of summaries) guide.tell(line);
  expect(
    summaries.some((line) => line.includes('Coaching call')),
    'the booking is not in the calendar',
  );
}

/** A task that is due in a moment. */
async function remind({ guide, owner, coach, harbour, enrollmentIds }: Place): Promise<void> {
  const timing = { signal: 'member_task.due', offsetMinutes: 0, cohortId: harbour.id };
  const rule = await owner.create('A rule reminds of tasks', '/reminder-rules', { name: 'A task is due', ...timing });
  const dueAt = new Date(Date.now() + 1_000).toISOString();
  const task = await coach.create('A task is due in a second', `/enrollments/${enrollmentIds.Lin}/tasks`, {
    title: 'Answer the invitation',
    dueAt,
  });
  await coach.command('It is published', `/member-tasks/${task.id}/publish`);
  const firings = `/reminder-rules/${rule.id}/firings`;
  await guide.until(async () => itemsOf(await owner.look(firings)).length > 0, 'no reminder fired');
  const [firing] = itemsOf(await owner.get('The rule has fired', firings));
  guide.show(firing, ['resourceType', 'dueAt', 'firedAt', 'outcome']);
  expect(firing.resourceId === task.id, 'it fired for something else');
  const events = await owner.get('Systems of the organization hear of it', '/events?name=reminder.due');
  expect(itemsOf(events).length === 1, 'there is not one event');
  await owner.command('The rule is archived', `/reminder-rules/${rule.id}/archive`);
}

async function analyze({ guide, owner, harbour }: Place): Promise<void> {
  const analytics = await owner.get('The cohort in numbers', `/cohorts/${harbour.id}/analytics`);
  guide.show(analytics, ['period', 'submissions', 'contacts', 'interventions', 'outcomes']);
  const [{ meanChange }] = analytics.outcomes as Resource[];
  expect((meanChange as Resource).value === 2, 'the mean change is another one');
}
