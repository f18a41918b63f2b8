import { dataOf } from '../identity/answers.js';
import { expect } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { Authenticator } from '../support/authenticator.js';
import { wholeHour } from '../bookings/bookings.samples.js';
import { content, question } from '../support/builders/form.js';
import { storedTerms } from '../support/builders/offer.js';
import type { Client } from '../support/client.js';
import type { School } from '../support/school.js';
import { fieldsWith } from './text-fields.js';

export const CANARY = 'zqxcanary';
export const text = (where: string): string => `${CANARY} ${where}`;

export interface Sent {
  method: 'POST' | 'PATCH' | 'PUT';
  path: string;
  body: object;
  key: string;
  client: 'owner' | 'learner';
  /** Whether the first result has a text of the person. */
  shown: boolean;
}

export interface Life {
  sent: Sent[];
  /** The fields of the API that had the canary. */
  fields: Set<string>;
  memberId: string;
  accountId: string;
  cohortIds: string[];
}

type Send = (
  path: string,
  body?: object,
  by?: { client?: Sent['client']; method?: Sent['method'] },
) => Promise<{ id: string }>;

/** A passkey of the person, which is renamed, and removed by an OWNER, which ends the sign-in. */
async function withPasskey(learner: Client, send: Send, memberId: string): Promise<void> {
  const answer = await learner.post('/me/passkeys/options', {}, { idempotencyKey: null });
  const { options } = dataOf<{ options: Parameters<Authenticator['create']>[0] }>(answer);
  const passkey = new Authenticator().create(options);
  const { id } = await send('/me/passkeys', { label: text('device'), passkey }, { client: 'learner' });
  await send(`/me/passkeys/${id}`, { label: text('other device') }, { client: 'learner', method: 'PATCH' });
  await send(`/members/${memberId}/passkeys/remove`, { reason: text('stolen') });
}

/** Answers of the staff about the person: changed and voided, and of another response that is redacted. */
async function withResponses(school: School, send: Send, enrollment: { id: string; cohortId: string }): Promise<void> {
  const form_version_id = await school.formVersion({
    content: content(question(), question({ key: 'mail', kind: 'email' }), question({ key: 'why', kind: 'text' })),
  });
  const place = { form_version_id, cohort_id: enrollment.cohortId, answered_by: 'staff', edit_hours: 1 };
  const path = `/form-assignments/${await school.formAssignment(place)}/responses/${enrollment.id}`;
  const answers = { plans: text('plans'), mail: `${CANARY}@example.com` };
  await send(path, { revision: 0, answers }, { method: 'PUT' });
  await send(`${path}/submit`, { revision: 1, answers: { why: text('why') } });
  const voided = await send(`${path}/submit`, { revision: 2, answers: { why: text('because') } });
  await send(`/form-responses/${voided.id}/void`, { reason: text('void') });
  const redacted = await send(`${path}/submit`, { revision: 0, answers });
  await send(`/form-responses/${redacted.id}/redact`, { reason: text('redacted') });
}

/** Buys a place for themselves, pays, leaves it to another one and gets the money back. */
async function buy(
  school: School,
  send: Send,
  { prospectId, program_id, address }: { prospectId: string; program_id: string; address: string },
): Promise<void> {
  const offerId = await school.offer({ program_id, terms: storedTerms({ transferHoldDays: 7 }) });
  const participant = { name: text('participant'), email: address };
  const cohortId = await school.cohort({ program_id });
  const { id } = await send(`/prospects/${prospectId}/sales`, { offerId, cohortId, participant });
  await send(`/sales/${id}/accept`, { paymentPlanKey: 'at_once', method: 'transfer' });
  const installments = [{ amount: 90_000, dueAt: '2030-01-15T23:59:00.000Z' }];
  await send(`/sales/${id}/installments`, { installments, reason: text('installments') }, { method: 'PUT' });
  // The provider is not reached: the request with their name and address waits.
  await school.paymentProvider();
  await send(`/sales/${id}/checkouts`, { pay: 'due' });
  const money = { amount: 90_000, currency: 'EUR', method: 'transfer' };
  const payment = await send(`/sales/${id}/payments`, { ...money, reference: 'Statement 7' });
  const slip = await send(`/sales/${id}/payments`, { ...money, reference: 'Statement 8' });
  await send(`/payments/${slip.id}/void`, { reason: text('slip') });
  const told = await school.providerEvent();
  await send(`/provider-events/${told}/settle`, { saleId: id, reason: text('settled') });
  const foreign = await school.providerEvent();
  await send(`/provider-events/${foreign}/settle`, { ignore: true, reason: `${text('ignored')} of ${address}` });
  const leave = async () => {
    const { rows } = await school.rows<{ id: string }>(
      'select enrollment_id as id from sales where organization_id = $1 and id = $2',
      id,
    );
    await send(`/enrollments/${rows[0].id}/close`, { result: 'withdrawn', reason: text('left') });
  };
  await leave();
  await send(`/sales/${id}/fulfill`, { participant: { ...participant, name: text('participant again') } });
  await leave();
  const refund = { amount: 90_000, reason: text('refund'), enrollment: 'keep', claim: 'keep' };
  await send(`/payments/${payment.id}/refunds`, refund);
  await send(`/sales/${id}/cancel`, { reason: text('cancelled'), outstanding: 'waive' });
  const call = await school.salesCall({ prospect_id: prospectId, starts_at: wholeHour(school, -30) });
  await send(`/sales-calls/${call}/close`, { status: 'held', summary: text('call') });
}

/** Writes in a space, reports and is reported, is judged and muted. */
async function inCommunity(school: School, send: Send, { cohortId, program_id, memberId }: Record<string, string>) {
  const space_id = await school.space({ program_id, cohort_id: cohortId });
  const by = { client: 'learner' } as const;
  const words = { title: text('post'), body: text('words') };
  const { id } = await send(`/spaces/${space_id}/posts`, words, by);
  const edited = { title: text('edited'), body: text('other words') };
  await send(`/posts/${id}`, edited, { client: 'learner', method: 'PATCH' });
  await send(`/posts/${await school.post({ space_id })}/reports`, { reason: 'other', text: text('reported') }, by);
  await send(`/posts/${id}/reports`, { reason: 'other', text: text('reported by another') });
  const { rows } = await school.rows<{ id: string }>(
    'select id from moderation_cases where organization_id = $1 and post_id = $2',
    id,
  );
  await school.person('ADMIN');
  await school.rows('delete from post_reports where organization_id = $1 and member_id = $2', school.owner.memberId);
  await school.postReport({ moderation_case_id: rows[0].id, post_id: id, text: text('by a learner') });
  await send(`/moderation-cases/${rows[0].id}/decide`, { decision: 'remove', note: text('note') });
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await send(`/members/${memberId}/community-mute`, { until, reason: text('mute') }, { method: 'PUT' });
}

/** A person with the canary in every text about them that the API takes. */
export async function live(school: School, cohortId: string): Promise<Life> {
  const sent: Sent[] = [];
  const fields = new Set<string>();
  let learner = school.owner.client;
  const send = async (
    path: string,
    body: object = {},
    { client = 'owner', method = 'POST' }: { client?: Sent['client']; method?: Sent['method'] } = {},
  ) => {
    const key = uuidv7();
    const from = client === 'owner' ? school.owner.client : learner;
    const response: { status: number; text: string; body: { data: { id: string } } } = await from.send(method, path, {
      body,
      headers: { 'Idempotency-Key': key },
    });
    expect([path, response.status < 300 ? 'done' : response.text]).toEqual([path, 'done']);
    sent.push({ method, path, body, key, client, shown: response.text.includes(CANARY) });
    for (const field of fieldsWith(CANARY, method, path, body)) fields.add(field);
    return response.body.data;
  };
  const patch = (path: string, body: object) => send(path, body, { method: 'PATCH' });
  const byLearner = (path: string, body: object) => send(path, body, { client: 'learner' });
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  const { rows: cohorts } = await school.rows<{ program_id: string }>(
    'select program_id from cohorts where organization_id = $1 and id = $2',
    cohortId,
  );
  const [{ program_id }] = cohorts;

  const address = `${CANARY}@example.com`;
  const added = { email: address, name: text('name'), externalId: text('external'), role: 'MEMBER' };
  const member = await send('/members', added);
  const { id: memberId, accountId } = member as typeof member & { accountId: string };
  await patch(`/members/${memberId}`, { name: text('new name'), externalId: text('new external') });
  await send(`/members/${memberId}/invitations`);
  learner = (await school.signIn(memberId)).client;
  await withPasskey(learner, send, memberId);
  learner = (await school.signIn(memberId)).client;
  await send('/api-keys', { memberId, name: text('key'), scopes: ['mcp:manage'] });
  await byLearner('/calendar-feeds', { name: text('feed'), audience: 'own' });
  const row = { email: address, name: text('row'), externalId: text('row external'), ref: text('ref') };
  await send('/people-imports', { rows: [row] });
  await send('/people-imports', {
    csv: `email,name,externalId\r\n${address},${text('csv')},${text('csv external')}\r\n`,
  });

  const { id } = await send(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' });
  const own = (path: string, body: object) => send(`/enrollments/${id}/${path}`, body);
  const items = [{ enrollmentId: id }];
  await own('notes', { body: text('note') });
  const note = await own('notes', { body: text('note to redact') });
  await send(`/notes/${note.id}/redact`, { reason: text('redaction') });

  const blocker = await own('blockers', { title: text('blocker'), urgency: 'normal' });
  await patch(`/blockers/${blocker.id}`, { title: text('other blocker') });
  await send(`/blockers/${blocker.id}/resolve`, { resolution: text('resolution') });
  await byLearner('/me/blockers', { enrollmentId: id, title: text('reported'), urgency: 'normal' });

  const session = { title: text('session'), summary: text('summary') };
  await own('coaching-sessions', { heldAt: hours(0), ...session });
  const planned = await own('coaching-sessions', { scheduledAt: hours(1), title: text('planned') });
  await patch(`/coaching-sessions/${planned.id}`, { title: text('replanned') });
  await send(`/coaching-sessions/${planned.id}/complete`, { summary: text('what was said') });
  const held = await own('coaching-sessions', { heldAt: hours(0) });
  await patch(`/coaching-sessions/${held.id}`, { summary: text('corrected') });
  const booking = await school.booking({ enrollment_id: id });
  await send(`/bookings/${booking}/cancel`, { reason: text('cancelled') });

  const intervention = { reason: 'late', title: text('title'), channel: 'call', expectedOutcome: text('expected') };
  const due = { ownerUserId: school.owner.accountId, dueAt: hours(1) };
  const one = await own('interventions', { ...intervention, ...due });
  await patch(`/interventions/${one.id}`, { title: text('new title'), expectedOutcome: text('other expectation') });
  await send(`/interventions/${one.id}/close`, { status: 'completed', outcome: text('outcome') });
  await send(`/cohorts/${cohortId}/bulk-interventions`, { ...intervention, ...due, items });

  const task = await own('tasks', { title: text('task'), description: text('description'), dueAt: hours(1) });
  await patch(`/member-tasks/${task.id}`, { title: text('new task'), description: text('new description') });
  await own('deadline-extensions', { scope: 'all', days: 2, reason: text('extension') });
  const expected = { title: text('deliverable'), expectations: text('expectations'), criteria: text('criteria') };
  const formats = { acceptedFormats: [{ kind: 'link', mimeTypes: [] }], expectedReviewerRole: 'coach' };
  const deliverable = await send(`/member-tasks/${task.id}/deliverables`, { ...expected, ...formats });
  await patch(`/deliverables/${deliverable.id}`, {
    ...{ title: text('other'), expectations: text('other'), criteria: text('other') },
  });
  await send(`/member-tasks/${task.id}/publish`);
  const handedIn = { kind: 'link', url: `https://example.com/${CANARY}`, note: text('submission') };
  const submission = await byLearner(`/deliverables/${deliverable.id}/submissions`, handedIn);
  await send(`/submissions/${submission.id}/reviews`, { verdict: 'changes_requested', comment: text('comment') });
  await send(`/deliverables/${deliverable.id}/archive`, { reason: text('archived') });
  const reopened = await own('tasks', { title: text('second task') });
  for (const verb of ['publish', 'complete']) await send(`/member-tasks/${reopened.id}/${verb}`);
  await send(`/member-tasks/${reopened.id}/reopen`, { reason: text('reopened') });

  const reach = await own('milestones', { milestoneId: await school.milestone({ program_id }), note: text('reached') });
  await send(`/milestone-reaches/${reach.id}/revoke`, { reason: text('revoked') });
  const course_id = await school.course({ program_id, status: 'published' });
  const lessonId = await school.lesson({ course_id, status: 'published' });
  await own('complete-lesson', { lessonId });
  await own('uncomplete-lesson', { lessonId, reason: text('taken back') });
  const pathId = await school.path([], { program_id, status: 'active' });
  await send(`/enrollments/${id}/path`, { pathId, reason: text('path') }, { method: 'PUT' });
  const outcomeMeasureId = await school.outcomeMeasure({ program_id });
  const entry = await own('outcome-entries', { outcomeMeasureId, kind: 'reading', value: 7, note: text('reading') });
  await send(`/outcome-entries/${entry.id}/void`, { reason: text('voided') });
  await withResponses(school, send, { id, cohortId });
  await inCommunity(school, send, { cohortId, program_id, memberId });

  const lead = { name: text('lead'), phone: text('phone'), source: text('source') };
  // By another address first: their id alone leads to what was shown then.
  const prospect = await send('/prospects', { ...lead, email: `${uuidv7()}@example.com` });
  await patch(`/prospects/${prospect.id}`, { ...lead, phone: text('other phone'), email: address });
  await send('/responsibilities', { memberId, role: 'closer', scope: 'program', programId: program_id });
  const calls = { joinUrl: `https://meet.example.com/${CANARY}` };
  await send(`/closers/${memberId}/sales-availability`, calls, { method: 'PUT' });

  await buy(school, send, { prospectId: prospect.id, program_id, address });

  const ask = () => byLearner('/me/video-questions', { enrollmentId: id, body: text('question') });
  const library = { title: text('answer'), tags: [text('tag')], visibility: 'private' };
  await send(`/video-questions/${(await ask()).id}/answer`, {
    ...{ text: text('answered'), ...library, thumbnailMediaId: await school.media('image') },
    videos: [{ mediaId: await school.media(), title: text('video') }],
  });
  await send(`/video-questions/${(await ask()).id}/decline`, { reason: text('declined') });
  const other = await send('/prospects', { ...lead, email: `${uuidv7()}@example.com` });
  await send(`/prospects/${other.id}/erase`, { reason: text('asked for') });
  const media = { title: text('media'), mimeType: 'application/pdf', url: `https://example.com/${CANARY}.pdf` };
  await byLearner('/me/media', { kind: 'file', ...media });
  await byLearner('/me/uploads', { name: text('upload'), mimeType: 'application/pdf', byteSize: 9 });
  // While they were staff: for a lesson and for the library.
  const video = { title: text('own video'), url: `https://example.com/${CANARY}.mp4`, created_by: accountId };
  await school.videoResource({ program_id }, [await school.media('video', video)]);
  await school.insert('lesson_media', {
    ...{ lesson_id: lessonId, media_id: await school.media('video', video), position: 1 },
  });
  await school.rows(`update members set role = 'ADMIN' where organization_id = $1 and id = $2`, memberId);
  await byLearner('/media', { kind: 'file', ...media, title: text('staff media') });
  const calendar = { label: text('calendar'), username: text('account'), password: text('password') };
  const url = `https://localhost/${CANARY}/`;
  const { id: connection } = await byLearner('/me/calendar-connections', { provider: 'caldav', ...calendar, url });
  await school.rows(
    'update calendar_connections set calendars = $3 where organization_id = $1 and id = $2',
    ...[connection, JSON.stringify([{ id: text('calendar of theirs'), name: text('theirs'), selected: true }])],
  );
  const change = { label: text('other calendar'), selectedCalendarIds: [text('calendar of theirs')] };
  await send(
    `/me/calendar-connections/${connection}`,
    { ...change, password: text('other password') },
    { client: 'learner', method: 'PATCH' },
  );
  await school.rows(`update members set role = 'MEMBER' where organization_id = $1 and id = $2`, memberId);

  await own('pause', { reason: text('pause') });
  await own('resume', {});
  await send(`/cohorts/${cohortId}/bulk-enrollment-moves`, { move: 'pause', reason: text('bulk pause'), items });
  await own('resume', {});
  const toCohortId = await school.cohort({ program_id });
  await own('transfer', { toCohortId, reason: text('transfer') });
  const { rows } = await school.rows<{ id: string }>(
    'select id from enrollments where organization_id = $1 and transferred_from_id = $2',
    id,
  );
  await send(`/enrollments/${rows[0].id}/close`, { result: 'withdrawn', reason: text('closed') });
  return { sent, fields, memberId, accountId, cohortIds: [cohortId, toCohortId] };
}
