import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Response as Answer } from 'supertest';
import { IntakeRetentionJob } from '../../src/contexts/forms/intake/intake-retention.job.js';
import { dataOf } from '../identity/answers.js';
import { content, question } from '../support/builders/form.js';
import { afterWaitingFor } from '../support/held-rows.js';
import { runJob } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { DOOR_REQUESTS_PER_MINUTE: '0' } });
const DAY = 86_400_000;
const QUESTIONS = [
  question({ key: 'name', kind: 'text', required: true }),
  question({ key: 'mail', kind: 'email' }),
  question({ key: 'mood', kind: 'scale', min: 0, max: 10 }),
];

interface Link {
  id: string;
  url: string;
  status: string;
  received: number;
}

const refusal = ({ status, body }: Answer) => {
  const { details = [], reason } = body as { details?: { field: string }[]; reason?: string };
  return [status, reason ?? details.map(({ field }) => field).join()];
};
const newKey = () => randomBytes(18).toString('base64url');

let form: string;
let version: string;

beforeEach(async () => {
  version = await school.formVersion({ content: content(...QUESTIONS) });
  form = await school.formOf('form_versions', version);
});

const linkWith = async (body: object = {}) =>
  dataOf<Link>(await school.owner.client.post(`/forms/${form}/intake-links`, { name: 'Open evening', ...body }));
const post = async ({ url }: Link, answers: unknown, key = newKey()) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const response = await fetch(`${url}/responses`, { method: 'POST', headers, body: JSON.stringify({ answers }) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const listed = async (link: Link) => {
  const path = `/form-responses?formId=${form}&intakeLinkId=${link.id}`;
  return dataOf<{ items: Record<string, unknown>[] }>(await school.owner.client.get(path)).items;
};

describe('an intake link', () => {
  it('is created, listed with its address and closed for good; its form is not archived before', async () => {
    const link = await linkWith({ maxResponses: 20 });
    expect(link).toMatchObject({ status: 'open', received: 0, retentionDays: 365, formVersionId: version });
    expect(link.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/intake\/[\w-]{100,}$/);
    const list = dataOf<{ items: Link[] }>(await school.owner.client.get(`/forms/${form}/intake-links`));
    expect(list.items.map(({ url }) => new URL(url).pathname)).toEqual([new URL(link.url).pathname]);
    expect(refusal(await school.owner.client.post(`/forms/${form}/archive`))).toEqual([409, 'form_in_use']);
    expect(dataOf(await school.owner.client.post(`/intake-links/${link.id}/close`))).toMatchObject({
      status: 'closed',
    });
    expect(refusal(await school.owner.client.post(`/intake-links/${link.id}/close`))).toEqual([
      409,
      'intake_link_closed',
    ]);
    expect((await school.owner.client.post(`/forms/${form}/archive`)).status).toBe(200);
  });

  it('is refused for a past end, a form that is not published, and questions for files and measures', async () => {
    const create = (of: string, body: object = {}) =>
      school.owner.client.post(`/forms/${of}/intake-links`, { name: 'Open evening', ...body });
    expect(refusal(await create(form, { expiresAt: new Date(0) }))).toEqual([400, 'expiresAt']);
    expect(refusal(await create(form, { maxResponses: 100_001 }))).toEqual([400, 'maxResponses']);
    expect(refusal(await create(await school.form()))).toEqual([409, 'form_draft']);
    const file = await school.formVersion({ content: content(question({ kind: 'file', mediaKinds: ['file'] })) });
    expect(refusal(await create(await school.formOf('form_versions', file)))).toEqual([400, 'formVersionId']);
    expect(refusal(await create(form, { formVersionId: file }))).toEqual([400, 'formVersionId']);
  });

  it('has fifty open ones of a form at most', async () => {
    for (let number = 0; number < 50; number += 1) expect((await linkWith()).status).toBe('open');
    const refused = await school.owner.client.post(`/forms/${form}/intake-links`, { name: 'One more' });
    expect(refusal(refused)).toEqual([409, 'intake_link_limit']);
  });
});

describe('whoever has the address', () => {
  it('reads what is asked and answers it, without a key', async () => {
    const link = await linkWith();
    const shown = await fetch(link.url);
    expect([shown.status, shown.headers.get('x-robots-tag')]).toEqual([200, 'noindex']);
    expect(await shown.json()).toMatchObject({ title: expect.any(String), questions: [{ key: 'name' }, {}, {}] });
    const sent = await post(link, { name: ' Ada ', mood: 3 });
    expect([sent.status, sent.body]).toEqual([201, { received: true }]);
    expect(await listed(link)).toMatchObject([
      {
        ...{ status: 'submitted', answers: { name: 'Ada', mood: 3 }, formAssignmentId: null, enrollmentId: null },
        ...{ answeredBy: null, intakeLinkId: link.id, revision: 1 },
      },
    ]);
    const { audit, events } = await school.trail();
    expect(audit.at(-1)).toMatchObject({ action: 'form_response.submitted', actor_id: null });
    expect(events.at(-1)).toMatchObject({ data: { intakeLinkId: link.id, formId: form, enrollmentId: null } });
    expect(JSON.stringify([audit.at(-1), events.at(-1)])).not.toContain('Ada');
  });

  it('is told what is wrong, and may send it again with the same key', async () => {
    const link = await linkWith();
    const key = newKey();
    const wrong = await post(link, { mail: 'no address', other: 1 }, key);
    expect([wrong.status, wrong.body]).toMatchObject([
      400,
      { details: [{ field: 'answers.mail' }, { field: 'answers.other' }] },
    ]);
    expect((await post(link, { mood: 1 }, key)).body).toMatchObject({ details: [{ field: 'answers.name' }] });
    expect((await post(link, { name: 'Ada' }, key)).status).toBe(201);
    expect((await post(link, 'text', key)).status).toBe(400);
    expect((await post(link, { name: 'Ada' }, 'short')).body).toMatchObject({
      details: [{ field: 'Idempotency-Key' }],
    });
    const large = await post(link, { name: 'a'.repeat(70_000) });
    expect(large.status).toBe(413);
  });

  it('sends one response with a key: the same again is a replay, also of a full link; another one is a conflict', async () => {
    const link = await linkWith({ maxResponses: 1 });
    const key = newKey();
    expect((await post(link, { name: 'Ada' }, key)).status).toBe(201);
    expect((await post(link, { name: 'Ada' }, key)).status).toBe(200);
    expect((await post(link, { name: 'Grace' }, key)).status).toBe(409);
    const full = await post(link, { name: 'Grace' });
    expect([full.status, full.body]).toMatchObject([409, { reason: 'intake_link_full' }]);
    expect(await listed(link)).toHaveLength(1);
  });

  it('fills a link to its last response, however many are sent at once', async () => {
    const link = await linkWith({ maxResponses: 3 });
    const sent = await Promise.all(Array.from({ length: 9 }, (_, n) => post(link, { name: `Ada ${n}` })));
    expect(sent.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409, 409]);
    expect(await listed(link)).toHaveLength(3);
    const other = await linkWith({ maxResponses: 1 });
    const sql = 'update intake_links set received = 1 where organization_id = $1 and id = $2';
    const late = await afterWaitingFor(school, { sql, values: [other.id] }, () => post(other, { name: 'Grace' }));
    expect([late.status, late.body]).toMatchObject([409, { reason: 'intake_link_full' }]);
  });

  it('sends sixty responses a minute at most', async () => {
    const link = await linkWith();
    app.stopClock();
    for (let number = 0; number < 60; number += 1) expect((await post(link, { name: 'Ada' })).status).toBe(201);
    const key = newKey();
    expect((await post(link, { name: 'Ada' }, key)).status).toBe(429);
    app.moveClock(61_000);
    expect((await post(link, { name: 'Ada' }, key)).status).toBe(201);
    app.moveClock(0);
  });

  it('finds the identical 404 at a link that is closed, over, changed or of another kind', async () => {
    const link = await linkWith();
    const over = await linkWith({ expiresAt: new Date(app.now().getTime() + 60_000) });
    await school.owner.client.post(`/intake-links/${link.id}/close`);
    app.moveClock(120_000);
    const changed = { ...link, url: link.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) };
    const strange = { ...link, url: link.url.replace('/intake/', '/content/') };
    const answers: unknown[] = [];
    for (const one of [link, over, changed]) {
      const { status, body } = await post(one, { name: 'Ada' });
      const shown = await fetch(one.url);
      answers.push([status, { ...body, correlationId: '' }, shown.status]);
    }
    app.moveClock(0);
    expect(answers[0]).toMatchObject([404, {}, 404]);
    expect(answers).toEqual(answers.map(() => answers[0]));
    expect((await fetch(strange.url)).status).toBe(404);
    // Before the body is looked at.
    const body = 'a'.repeat(70_000);
    expect((await fetch(`${changed.url}/responses`, { method: 'POST', body })).status).toBe(404);
  });
});

describe('a response by an intake link', () => {
  it('is read by administrators and directors until it is linked, then by whoever reaches the enrollment', async () => {
    const link = await linkWith();
    await post(link, { name: 'Ada', mood: 4 });
    const [{ id }] = await listed(link);
    const enrollment = await school.enrollment();
    const coach = await school.person('MEMBER', { role: 'coach', enrollmentId: enrollment });
    const path = `/form-responses/${String(id)}`;
    expect((await coach.client.get(path)).status).toBe(404);
    expect((await coach.client.post(`${path}/link`, { enrollmentId: enrollment })).status).toBe(403);
    const unknown = await school.owner.client.post(`${path}/link`, { enrollmentId: id });
    expect(refusal(unknown)).toEqual([400, 'enrollmentId']);
    const linked = await school.owner.client.post(`${path}/link`, { enrollmentId: enrollment });
    expect(dataOf(linked)).toMatchObject({ enrollmentId: enrollment, answers: { name: 'Ada', mood: 4 } });
    const again = await school.owner.client.post(`${path}/link`, { enrollmentId: enrollment });
    expect(refusal(again)).toEqual([409, 'form_response_linked']);
    expect((await coach.client.get(path)).status).toBe(200);
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'form_response.linked', data: { enrollmentId: enrollment } });
    const until = new Date(app.now().getTime() + DAY);
    expect(refusal(await school.owner.client.post(`${path}/reopen`, { until }))).toEqual([
      409,
      'form_response_of_intake_link',
    ]);
    expect((await school.owner.client.post(`${path}/void`, { reason: 'Twice' })).status).toBe(200);
  });

  it('is in no replay after its redaction, and never linked to an erased person', async () => {
    const link = await linkWith({ retentionDays: 1 });
    for (const name of ['Ada', 'Grace', 'Edsger']) await post(link, { name });
    const [third, second, first] = (await listed(link)).map(({ id }) => `/form-responses/${String(id)}`);
    const enrollmentId = await school.enrollment();
    const write = (path: string, body: object) => school.owner.client.post(path, body, { idempotencyKey: 'one-key' });
    const linking = () => write(`${first}/link`, { enrollmentId });
    const voiding = () => write(`${second}/void`, { reason: 'Twice' });
    expect([(await linking()).status, (await voiding()).status]).toEqual([200, 200]);
    expect((await school.owner.client.post(`${first}/redact`, { reason: 'Asked for' })).status).toBe(200);
    app.moveClock(DAY + 1_000);
    await runJob(school, IntakeRetentionJob);
    app.moveClock(0);
    expect([refusal(await linking()), refusal(await voiding())]).toEqual([
      [409, 'result_erased'],
      [409, 'result_erased'],
    ]);
    const { memberId: member_id, accountId: account_id } = await school.formerMember();
    const of = await school.enrollment({ member_id, status: 'withdrawn', closed_at: app.now() });
    await school.erasure({ member_id, account_id, status: 'requested' });
    expect(refusal(await school.owner.client.post(`${third}/link`, { enrollmentId: of }))).toEqual([
      409,
      'person_erased',
    ]);
  });

  it('is counted in the results of whoever may write the form', async () => {
    const link = await linkWith();
    for (const mood of [2, 4]) await post(link, { name: 'Ada', mood });
    const results = dataOf<object>(await school.owner.client.get(`/forms/${form}/results`));
    expect(results).toMatchObject({
      responses: { asked: 2, submitted: 2 },
      questions: [{ result: { answered: 2 } }, {}, { result: { mean: 3, sample: 2 } }],
    });
    const cohort = await school.cohort();
    const narrowed = await school.owner.client.get(`/forms/${form}/results?cohortId=${cohort}`);
    expect(dataOf(narrowed)).toMatchObject({ responses: { measured: false } });
  });

  it('is redacted after the retention time, unless it was linked', async () => {
    const link = await linkWith({ retentionDays: 2 });
    await post(link, { name: 'Ada', mood: 4 });
    await post(link, { name: 'Grace', mood: 5 });
    const [second, first] = await listed(link);
    await school.owner.client.post(`/form-responses/${String(second.id)}/link`, {
      enrollmentId: await school.enrollment(),
    });
    await runJob(school, IntakeRetentionJob);
    expect((await listed(link)).map(({ redactedAt }) => redactedAt)).toEqual([null, null]);
    app.moveClock(2 * DAY + 1_000);
    await runJob(school, IntakeRetentionJob);
    const after = await listed(link);
    app.moveClock(0);
    expect(after.map(({ answers }) => answers)).toEqual([
      { name: 'Grace', mood: 5 },
      { name: null, mood: 4 },
    ]);
    const { audit, events } = await school.trail();
    const submitted = events.find(({ name, data }) => {
      return name === 'form_response.submitted' && (data as { formResponseId: string }).formResponseId === first.id;
    });
    expect(events.at(-1)).toMatchObject({ name: 'form_response.redacted' });
    expect(events.at(-1)?.data).toEqual(submitted?.data);
    expect(audit.at(-1)).toMatchObject({ action: 'form_response.redacted', actor_id: null, target_id: first.id });
  });
});
