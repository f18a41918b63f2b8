import { createHash } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import request, { type Response } from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { ExportsJob } from '#contexts/exports/exports.job.js';
import { issueCapability } from '#kernel/secrets';
import { content, question } from '../support/builders/form.js';
import { runDueJobs } from '../support/run-job.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { ROLE: 'api' } });
const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

afterEach(() => app.moveClock(0));

interface Exported {
  id: string;
  status: string;
  rowCount: number;
  byteSize: number;
  sha256: string;
  expiresAt: string;
  failure: string | null;
}

const work = () => runDueJobs(school);
const get = async (id: string) => (await school.owner.client.get(`/exports/${id}`)).body.data as Exported;

async function order(body: object): Promise<string> {
  const response = await school.owner.client.post('/exports', { format: 'csv', ...body });
  expect([response.status, response.body.data?.status]).toEqual([201, 'pending']);
  return response.body.data.id as string;
}

async function linkTo(id: string): Promise<string> {
  const response = await school.owner.client.post(`/exports/${id}/links`);
  expect(response.status).toBe(201);
  return response.body.data.url as string;
}

const open = (url: string) => request(app.url).get(new URL(url).pathname).buffer(true).parse(bytes);

function bytes(response: Response, done: (error: Error | null, body: unknown) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
}

async function fileOf(body: object): Promise<string> {
  const id = await order(body);
  await work();
  return ((await open(await linkTo(id))).body as Buffer).toString();
}

const refusedFields = ({ status, body }: { status: number; body: { details: { field: string }[] } }) => [
  status,
  body.details.map(({ field }) => field),
];

describe('an export', () => {
  it('is written by the worker, with counts and checksum of the file that its link shows', async () => {
    const person = await school.person('MEMBER');
    const id = await order({ kind: 'members' });
    await work();
    const ready = await get(id);
    expect(ready).toMatchObject({ status: 'ready', rowCount: 2, failure: null, requestedByName: school.owner.name });
    expect(new Date(ready.expiresAt).getTime() - app.now().getTime()).toBeGreaterThan(6.99 * DAY);
    const response = await open(await linkTo(id));
    const file = response.body as Buffer;
    expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([ready.byteSize, ready.sha256]);
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="members-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'private',
      'referrer-policy': 'no-referrer',
    });
    const rows = parse<Record<string, string>>(file, { columns: true });
    expect(rows.map((row) => [row.accountId, row.name, row.role]).sort()).toEqual(
      [
        [person.accountId, person.name, 'MEMBER'],
        [school.owner.accountId, school.owner.name, 'OWNER'],
      ].sort(),
    );
    const { events, audit } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([
      ['export.requested', { exportId: id, kind: 'members', format: 'csv' }],
      ['export.ready', { exportId: id, kind: 'members', format: 'csv', rowCount: 2 }],
    ]);
    expect(audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['export.requested', school.owner.accountId],
      ['export.ready', null],
      ['export.link_created', school.owner.accountId],
    ]);
  });

  it('runs no text as a formula in CSV, and leaves it verbatim in JSONL; numbers and dates are as they are', async () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', 'a "b", c\r\nd', 'plain', ' =1', 'e;=1'];
    const enrollment = await school.enrollment();
    for (const title of texts) await school.intervention(enrollment, { title, due_at: '0099-01-01T00:00:00Z' });
    const file = await fileOf({ kind: 'interventions' });
    // Quoted, for programs that also take semicolons for separators.
    expect(file).toContain(',"e;=1",');
    const csv = parse<{ title: string; dueAt: string }>(file, { columns: true });
    expect(csv.map(({ title }) => title)).toEqual(texts.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)));
    expect(csv[0].dueAt).toBe('0099-01-01T00:00:00.000Z');
    const lines = (await fileOf({ kind: 'interventions', format: 'jsonl' })).trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { title: string }).title)).toEqual(texts);
  });

  it('has a header even without rows; JSONL has no line then', async () => {
    const filter = { kind: 'enrollments', cohortId: await school.cohort() };
    expect(await fileOf(filter)).toBe(
      'id,cohortId,cohortName,programId,programName,memberId,memberName,memberExternalId,status,statusReason,' +
        'enrolledAt,closedAt,transferredFromId\r\n',
    );
    expect(await fileOf({ ...filter, format: 'jsonl' })).toBe('');
  });

  it('of every kind has the rows of its filters only, and nested values as JSON', async () => {
    const [cohortId, other] = [await school.cohort(), await school.cohort()];
    const ids: string[] = [];
    for (const cohort_id of [cohortId, other]) {
      const enrollment = await school.enrollment({ cohort_id });
      await school.intervention(enrollment);
      ids.push(enrollment);
    }
    for (const kind of [
      'members',
      'enrollments',
      'member_tasks',
      'submissions',
      'attendance',
      'interventions',
      'progress',
      'outcomes',
      'form_responses',
    ]) {
      const whole = await fileOf({ kind });
      const part = await fileOf({ kind, cohortId });
      const column = { members: 'id', enrollments: 'id' }[kind] ?? 'enrollmentId';
      const shown = (file: string) => parse<Record<string, string>>(file, { columns: true }).map((row) => row[column]);
      if (kind === 'members') expect([shown(whole).length, shown(part).length]).toEqual([3, 1]);
      else expect([kind, shown(part).filter((id) => id !== ids[0])]).toEqual([kind, []]);
    }
    const programId = (await school.owner.client.get(`/cohorts/${other}`)).body.data.programId as string;
    const [row] = parse<{ enrollmentId: string }>(await fileOf({ kind: 'interventions', programId }), {
      columns: true,
    });
    expect(row.enrollmentId).toBe(ids[1]);
    const [entry] = parse<{ changes: string }>(await fileOf({ kind: 'audit_entries' }), { columns: true });
    expect(JSON.parse(entry.changes)).toMatchObject({ kind: 'members', format: 'csv' });
    const { events } = await school.trail();
    const exported = (await fileOf({ kind: 'events', format: 'jsonl' })).trimEnd().split('\n');
    expect(JSON.parse(exported[0])).toMatchObject({ name: events[0].name, data: events[0].data });
  });

  it('of form responses has no drafts, and of anonymous forms what results show', async () => {
    const cohort_id = await school.cohort();
    const options = ['a', 'b'].map((value) => ({ value, label: value }));
    const questions = [
      question({ key: 'words', kind: 'text' }),
      question({ key: 'mood', kind: 'text' }),
      question({ key: 'many', kind: 'multi', options }),
      question({ key: 'born', kind: 'date' }),
    ];
    const form_version_id = await school.formVersion({ content: content(...questions) });
    const named = await school.formAssignment({ form_version_id, cohort_id });
    const anonymous = await school.formAssignment({ form_version_id, cohort_id, anonymous: true });
    const expected: string[] = [];
    for (let number = 0; number < 5; number += 1) {
      const { client, memberId } = await school.person();
      const enrollment = await school.enrollment({ cohort_id, member_id: memberId, status: 'active' });
      const send = (assignment: string, answers: object, path = '/submit') =>
        client.post(`/form-assignments/${assignment}/responses/${enrollment}${path}`, { revision: 0, answers });
      const words = `Words ${number}`;
      expected.push(words);
      expect(
        (
          await send(anonymous, {
            words,
            many: ['a', 'b'],
            born: '2001-02-03',
            ...(number < 4 && { mood: 'A canary' }),
          })
        ).status,
      ).toBe(200);
      if (number === 0) expect((await send(named, { words: 'Mine' })).status).toBe(200);
      const path = `/form-assignments/${named}/responses/${enrollment}`;
      if (number === 1)
        expect((await client.put(path, { revision: 0, answers: { words: 'A draft' } })).status).toBe(200);
    }
    const rows = async () =>
      parse<Record<string, string>>(await fileOf({ kind: 'form_responses', cohortId: cohort_id }), { columns: true });
    const open = await rows();
    expect(open.map(({ answers, anonymous: is }) => [is, JSON.parse(answers) as object])).toEqual([
      ['false', { words: 'Mine' }],
    ]);
    await school.owner.client.post(`/form-assignments/${anonymous}/close`);
    const closed = (await rows()).filter(({ anonymous: is }) => is === 'true');
    const answers = closed.map((row) => JSON.parse(row.answers) as Record<string, string>);
    expect(answers.flatMap(({ words }) => words ?? []).sort()).toEqual(expected);
    // Each option by itself, no dates, and nothing that fewer than five have answered.
    expect(answers.flatMap(({ many }) => many ?? []).sort()).toEqual([...'aaaaabbbbb']);
    expect([...new Set(answers.flatMap((answer) => Object.keys(answer)))].sort()).toEqual(['many', 'words']);
    expect(new Set(closed.map(({ id }) => id)).size).toBe(15);
    expect(
      new Set(closed.flatMap(({ enrollmentId, memberId, answeredBy }) => [enrollmentId, memberId, answeredBy])),
    ).toEqual(new Set(['']));
    expect(new Set(closed.map(({ submittedAt }) => submittedAt)).size).toBe(1);
  });

  it('takes dates and instants for the time of creation, both ends included', async () => {
    const enrollment = await school.enrollment();
    const note = (day: string) => school.intervention(enrollment, { title: day, planned_at: `${day}T12:00:00Z` });
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) await note(day);
    const titles = async (period: object) =>
      parse<{ title: string }>(await fileOf({ kind: 'interventions', ...period }), { columns: true }).map(
        ({ title }) => title,
      );
    expect(await titles({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['2026-01-02']);
    expect(await titles({ from: '2026-01-02T12:00:00Z' })).toEqual(['2026-01-02', '2026-01-03']);
    expect(await titles({ to: '2026-01-02T11:59:59.999Z' })).toEqual(['2026-01-01']);
  });

  it('of a person has what is stored about all of their memberships here, and nothing of others', async () => {
    const { memberId, accountId } = await school.person('MEMBER');
    const former = await school.insert('members', {
      ...{ account_id: accountId, name: 'Formerly', role: 'MEMBER', status: 'detached' },
      ...{ created_at: app.now(), detached_at: app.now() },
    });
    for (const member_id of [memberId, former]) {
      await school.note(await school.enrollment({ member_id }), { body: `About ${member_id}` });
    }
    await school.note(await school.enrollment(), { body: 'About another' });
    const rows = (await fileOf({ kind: 'person', format: 'jsonl', memberId })).trimEnd().split('\n');
    const found = rows.map((line) => JSON.parse(line) as { resource: string; data: Record<string, unknown> });
    expect(found.filter(({ resource }) => resource === 'note').map(({ data }) => data.body)).toEqual([
      `About ${memberId}`,
      `About ${former}`,
    ]);
    expect(new Set(found.map(({ resource }) => resource))).toEqual(
      new Set(['account', 'member', 'enrollment', 'note', 'api_key']),
    );
    expect(rows.join()).not.toContain('About another');
    expect(rows.join()).not.toMatch(/hash/i);
  });

  it('of a person has the answers that were submitted, and of drafts those of the staff only', async () => {
    const { memberId } = await school.person('MEMBER');
    const cohort_id = await school.cohort();
    const enrollment_id = await school.enrollment({ cohort_id, member_id: memberId });
    for (const answered_by of ['member', 'staff']) {
      for (const status of ['draft', 'submitted']) {
        const form_assignment_id = await school.formAssignment({ cohort_id, answered_by });
        const answers = JSON.stringify({ plans: `${status} of ${answered_by}` });
        await school.formResponse({ form_assignment_id, enrollment_id, status, answers });
      }
    }
    const file = await fileOf({ kind: 'person', format: 'jsonl', memberId });
    expect([...file.matchAll(/(draft|submitted) of (member|staff)/g)].map(([text]) => text).sort()).toEqual([
      'draft of staff',
      'submitted of member',
      'submitted of staff',
    ]);
  });

  it('of a person has their sales without what is about the buyer, or about who takes part', async () => {
    const [buyer, participant] = [await school.person('MEMBER'), await school.person('MEMBER')];
    const addressOf = async (accountId: string) =>
      (await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId])).rows[0].email;
    const participant_email = await addressOf(participant.accountId);
    await school.sale({
      prospect_id: await school.prospect({ email: await addressOf(buyer.accountId) }),
      ...{ participant_name: 'Takes Part', participant_email },
      billing: JSON.stringify({ company: 'Bletchley Ltd', lines: [], country: null, taxId: null }),
    });
    const [bought, taken] = [
      await fileOf({ kind: 'person', format: 'jsonl', memberId: buyer.memberId }),
      await fileOf({ kind: 'person', format: 'jsonl', memberId: participant.memberId }),
    ];
    const has = (file: string) => ['"sale"', 'Bletchley Ltd', 'Takes Part'].map((text) => file.includes(text));
    expect([has(bought), has(taken)]).toEqual([
      [true, true, false],
      [true, false, true],
    ]);
  });

  it('is written in parts of at most 256 kB', async () => {
    const enrollment = await school.enrollment();
    for (let n = 0; n < 40; n += 1) await school.intervention(enrollment, { expected_outcome: 'x'.repeat(20_000) });
    const id = await order({ kind: 'interventions' });
    await work();
    const { rows } = await school.rows<{ bytes: number }>(
      'select length(content) as bytes from export_parts where organization_id = $1 order by position',
    );
    const { byteSize } = await get(id);
    expect(rows.reduce((sum, { bytes: size }) => sum + size, 0)).toBe(byteSize);
    expect([rows.length, rows.every(({ bytes: size }) => size <= 262_144)]).toEqual([4, true]);
    expect((await open(await linkTo(id))).body).toHaveLength(byteSize);
  });

  it('that a process left behind is begun anew, and has each row once', async () => {
    const id = await order({ kind: 'members' });
    await school.rows(`update exports set status = 'running', attempt = 1 where organization_id = $1`);
    await school.insert('export_parts', { export_id: id, position: 0, content: Buffer.from('left behind') });
    await work();
    const ready = await get(id);
    expect(ready.status).toBe('ready');
    expect(((await open(await linkTo(id))).body as Buffer).toString().match(/OWNER/g)).toHaveLength(1);
  });

  it('that grows beyond its limits fails, and keeps nothing of its file', async () => {
    const { limits } = app.nest.get(ExportsJob, { strict: false });
    expect(limits).toEqual({ rows: 1_000_000, bytes: 209_715_200 });
    await school.person('MEMBER');
    for (const limit of [{ rows: 1 }, { bytes: 100 }]) {
      const before = { ...limits };
      Object.assign(limits, limit);
      const id = await order({ kind: 'members' });
      await work();
      Object.assign(limits, before);
      expect(await get(id)).toMatchObject({ status: 'failed', failure: 'too_large', rowCount: null, sha256: null });
    }
    const { rows } = await school.rows(`select 1 from export_parts where organization_id = $1`);
    expect(rows).toEqual([]);
  });

  it('that was begun too often fails', async () => {
    const id = await order({ kind: 'members' });
    await school.rows(`update exports set status = 'running', attempt = 8 where organization_id = $1`);
    await work();
    expect(await get(id)).toMatchObject({ status: 'failed', failure: 'internal_error' });
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'export.failed', data: { exportId: id, failure: 'internal_error' } });
  });

  it('has five under way at most: the sixth is 409, until the worker was there', async () => {
    const orders = await Promise.all(
      Array.from({ length: 8 }, () => school.owner.client.post('/exports', { kind: 'members', format: 'csv' })),
    );
    expect(orders.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409, 409]);
    expect(orders.find(({ status }) => status === 409)?.body.reason).toBe('export_limit');
    await work();
    await order({ kind: 'members' });
  });

  it('expires after seven days: its file and links are gone, its record stays', async () => {
    const id = await order({ kind: 'members' });
    await work();
    const url = await linkTo(id);
    app.moveClock(7 * DAY);
    expect((await get(id)).status).toBe('expired');
    expect((await open(url)).status).toBe(404);
    expect((await school.owner.client.post(`/exports/${id}/links`)).body.reason).toBe('export_expired');
    await work();
    const { rows } = await school.rows<{ left: number }>(
      `select (select count(*) from export_parts where organization_id = $1)::int
        + (select count(*) from export_links where organization_id = $1)::int as left`,
    );
    expect(rows).toEqual([{ left: 0 }]);
    expect(await get(id)).toMatchObject({ status: 'expired', rowCount: 1 });
  });

  it('refuses fields that do not fit its kind, and ids that are unknown or of another organization', async () => {
    const foreign = await app.rows.query(`select 1`).then(() => uuidv7());
    const ask = async (body: object) =>
      refusedFields(await school.owner.client.post('/exports', { kind: 'members', format: 'csv', ...body }));
    expect(await ask({ kind: 'nothing' })).toEqual([400, ['kind']]);
    expect(await ask({ format: 'xlsx' })).toEqual([400, ['format']]);
    expect(await ask({ cohortId: foreign })).toEqual([400, ['cohortId']]);
    expect(await ask({ programId: foreign })).toEqual([400, ['programId']]);
    expect(await ask({ kind: 'person', memberId: foreign })).toEqual([400, ['memberId']]);
    expect(await ask({ kind: 'person' })).toEqual([400, ['memberId']]);
    expect(await ask({ memberId: school.owner.memberId })).toEqual([400, ['memberId']]);
    expect(await ask({ kind: 'events', cohortId: await school.cohort() })).toEqual([400, ['cohortId']]);
    expect(await ask({ from: '2026-02-30' })).toEqual([400, ['from']]);
    expect(await ask({ from: '2026-01-02', to: '2026-01-01' })).toEqual([400, ['to']]);
  });
});

describe('a link to the file of an export', () => {
  const withoutId = ({ status, body }: Response) => {
    const text = Buffer.isBuffer(body) ? body.toString() : JSON.stringify(body);
    return [status, { ...(JSON.parse(text) as object), correlationId: '' }];
  };

  it('is shown once, absolute, valid for 15 minutes, and stored as a hash', async () => {
    const id = await school.export();
    const key = uuidv7();
    const headers = { 'Idempotency-Key': key };
    const first = await school.owner.client.post(`/exports/${id}/links`, {}, { headers });
    const replay = await school.owner.client.post(`/exports/${id}/links`, {}, { headers });
    const { url, expiresAt } = first.body.data as { url: string; expiresAt: string };
    expect(url).toMatch(/^http:\/\/[^/]+\/files\/[A-Za-z0-9_-]{54}$/);
    expect(replay.body.data).toEqual({ url: null, expiresAt });
    const token = url.slice(-54);
    const { rows } = await school.rows<{ stored: string }>(
      `select (select string_agg(l::text, '') from export_links l where l.organization_id = $1)
        || (select string_agg(coalesce(k.result::text, ''), '') from idempotency_keys k where k.organization_id = $1) as stored`,
    );
    expect(rows[0].stored).not.toContain(token);
    expect(app.logged()).not.toContain(token);
    app.moveClock(14 * MINUTE);
    expect((await open(url)).status).toBe(200);
    app.moveClock(15 * MINUTE);
    expect((await open(url)).status).toBe(404);
  });

  it('that is unknown, over or of somebody who may not make it any more is the same 404', async () => {
    const id = await school.export();
    const admin = await school.person('ADMIN');
    const response = await admin.client.post(`/exports/${id}/links`);
    const { url } = response.body.data as { url: string };
    expect((await open(url)).status).toBe(200);
    const unknown = withoutId(await open(`http://x/files/${issueCapability(school.id).token}`));
    await school.rows(`update members set role = 'MEMBER' where organization_id = $1 and id = $2`, admin.memberId);
    expect(withoutId(await open(url))).toEqual(unknown);
    await school.rows(
      `update members set role = 'ADMIN', status = 'detached', detached_at = now() where organization_id = $1 and id = $2`,
      admin.memberId,
    );
    expect(withoutId(await open(url))).toEqual(unknown);
    expect(withoutId(await open(`http://x/files/${issueCapability(uuidv7()).token}`))).toEqual(unknown);
  });

  it('is 409 unless the export is ready', async () => {
    for (const [status, more] of [
      ['pending', {}],
      ['running', {}],
      ['failed', { failure: 'too_large' }],
      ['expired', {}],
    ] as const) {
      const id = await school.export({ status, ...more });
      const response = await school.owner.client.post(`/exports/${id}/links`);
      expect([response.status, response.body.reason]).toEqual([409, `export_${status}`]);
    }
  });
});
