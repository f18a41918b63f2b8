import { answer, assign, newClass, newForm } from './assigned-forms.js';
import { api, demo, expect } from './console.js';
import { newcomer, newPerson, newTask } from './school.js';

const HOUR_MS = 3_600_000;
const ahead = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** What the pictures show beside the demo organization: a coach who is booked, rules that fired, an erasure. */
export async function prepare() {
  const { cohort, enrollmentId } = await newPerson();
  const coachId = await bookACoach(cohort.id, enrollmentId);
  const rule = { name: 'On the deadline', signal: 'member_task.due', offsetMinutes: 0 } as const;
  const { data: fired } = await api.post('/reminder-rules', { body: { ...rule, cohortId: cohort.id } });
  await api.post('/reminder-rules', {
    body: { name: 'Three days before', signal: 'member_task.due', offsetMinutes: -4_320, programId: demo.programId },
  });
  await api.post('/reminder-rules', { body: { name: 'Silence', signal: 'enrollment.no_contact', days: 14 } });
  await newTask(enrollmentId, ahead(3 / 3_600));
  for (const kind of ['members', 'progress'] as const) await api.post('/exports', { body: { kind, format: 'csv' } });
  await api.post('/calendar-feeds', { body: { name: 'My calendar', audience: 'coach' } });
  await connectACalendar();
  const { leaverId, erasureId } = await askForAnErasure();
  const path = { reminderRuleId: fired.id };
  const firings = async () => (await api.get('/reminder-rules/{reminderRuleId}/firings', { path })).data.items.length;
  await expect.poll(firings, { timeout: 30_000 }).toBe(1);
  return { enrollmentId, coachId, reminderRuleId: fired.id, leaverId, erasureId, ...(await askForAnswers()) };
}

/** A form that half of a cohort has answered. */
async function askForAnswers() {
  const [{ cohort, learners }, form] = [await newClass(6), await newForm()];
  const { id: formAssignmentId } = await assign(form.id, { cohortId: cohort.id, editHours: 48 });
  const answers = { rhythm: 'weekly', topics: ['goals'], hours: 2.5, agreed: true, plans: 'Ask what they see first.' };
  let formResponseId = '';
  for (const [at, learner] of learners.slice(0, 4).entries()) {
    const own = { ...answers, confidence: 5 + at, ...(at % 3 === 1 && { rhythm: 'rarely', agreed: false }) };
    ({ id: formResponseId } = await answer(learner, formAssignmentId, own));
  }
  return { formId: form.id, formAssignmentId, formResponseId };
}

/** A connection with a server that does not answer. */
async function connectACalendar(): Promise<void> {
  const server = { url: 'http://127.0.0.1:9/', username: 'ada', password: 'of Ada' };
  const { data } = await api.post('/me/calendar-connections', {
    body: { label: 'Work', provider: 'caldav', ...server },
  });
  const path = { calendarConnectionId: data.id };
  const read = async () => (await api.get('/calendar-connections/{calendarConnectionId}', { path })).data.failure;
  await expect.poll(read).not.toBeNull();
}

async function bookACoach(cohortId: string, enrollmentId: string): Promise<string> {
  const { member } = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId });
  const mornings = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '12:30' }));
  const afternoons = [1, 3].map((weekday) => ({ weekday, from: '14:00', to: '18:00' }));
  const exceptions = [
    { date: '2030-12-24', windows: [] },
    { date: '2030-12-30', windows: [{ from: '10:00', to: '12:00' }] },
  ];
  const body = { timezone: 'Europe/Lisbon', weekly: [...mornings, ...afternoons], exceptions };
  await api.put('/members/{memberId}/availability', { path: { memberId: member.id }, body });
  const terms = { durationMinutes: 30, bufferAfterMinutes: 10, minNoticeHours: 24, cancelNoticeHours: 12 };
  const type = { name: 'Coaching call', hostMemberId: member.id, joinUrl: 'https://meet.example/room', ...terms };
  const path = { bookingTypeId: (await api.post('/booking-types', { body: type })).data.id };
  const query = { enrollmentId, from: ahead(24), to: ahead(300) };
  const { data } = await api.get('/booking-types/{bookingTypeId}/slots', { path, query });
  for (const at of [0, 12]) {
    const startsAt = String(data.items[at]?.startsAt);
    await api.post('/booking-types/{bookingTypeId}/bookings', { path, body: { enrollmentId, startsAt } });
  }
  return member.id;
}

/** One person whose erasure was asked for, and one of whom it can be. */
async function askForAnErasure() {
  const ids: string[] = [];
  for (const { enrollmentId, member } of [await newPerson(), await newPerson()]) {
    const path = { enrollmentId };
    await api.post('/enrollments/{enrollmentId}/notes', { path, body: { body: 'A private matter' } });
    await api.post('/enrollments/{enrollmentId}/close', { path, body: { result: 'withdrawn' } });
    await api.delete('/members/{memberId}', { path: { memberId: member.id } });
    ids.push(member.id);
  }
  const [memberId = '', leaverId = ''] = ids;
  const body = { reason: 'Asked for it by letter' };
  const { data } = await api.post('/members/{memberId}/erasures', { path: { memberId }, body });
  return { leaverId, erasureId: data.id };
}
