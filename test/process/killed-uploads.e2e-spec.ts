import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from '@jest/globals';
import { FileStore } from '#contexts/files/store/file-store.js';
import { DataSettings } from '#kernel/settings';
import { announce, check, dataOf, PDF, read, sendAll, uploaded } from '../files/files.js';
import { announced, withDatabase } from '../support/database-server.js';
import { countWaiting, whileHeld } from '../support/held-rows.js';
import { freePort, standIn } from '../support/scanner.js';
import { ready, type Environment, type Run, Workplace } from '../support/service-process.js';
import { SECRET_KEY } from '../support/test-app.js';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const PART = 5_242_880;
const PARTS = 18;
const place = new Workplace();

// Ahead of the service's own end: these hooks run in the order in which they stand.
afterAll(() => place.clear());
const { app, school } = useSchool({ isOwn: true });

const dataDir = () => app.nest.get(DataSettings, { strict: false }).DATA_DIR;

function namesIn(kind: string, upload = ''): string[] {
  const folder = join(dataDir(), 'files', kind, school.id, upload);
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** A process on the database and the files of the test's service. */
function start(role: 'api' | 'worker', more: Environment = {}): Run {
  const database = new URL(app.databaseUrl).pathname.slice(1);
  return place.node('main', [], {
    ...announced().settings,
    ...{ NODE_ENV: 'production', ROLE: role, LOCK_TIMEOUT_MS: '60000', DATA_DIR: dataDir() },
    DATABASE_URL: app.databaseUrl,
    MIGRATION_DATABASE_URL: withDatabase(announced().ownerUrl, database),
    SECRET_KEYS: SECRET_KEY.toString('base64'),
    ...more,
  });
}

async function kill({ child, ended }: Run): Promise<void> {
  child.kill('SIGKILL');
  expect((await ended).signal).toBe('SIGKILL');
}

/** Starts a worker in the place of one that was killed, without the wait of 30 seconds. */
async function takeOver(more: Environment = {}): Promise<Run> {
  await school.rows(
    'update scheduled_jobs set leased_until = now() where organization_id = $1 and leased_until is not null',
  );
  return start('worker', more);
}

const rowOf = async (id: string): Promise<{ status: string; object_key: string | null; has_parts: boolean }> =>
  (
    await app.rows.query<{ status: string; object_key: string | null; has_parts: boolean }>(
      'select status, object_key, has_parts from uploads where id = $1',
      [id],
    )
  ).rows[0];

const due = () =>
  school.rows(
    `insert into scheduled_jobs (organization_id, id, name, due_at) values ($1, gen_random_uuid(), 'uploads', now())
     on conflict (organization_id, name) do update set due_at = now()`,
  );

/** The upload is ready, with one file and nothing else. */
async function expectReadyOnce(id: string): Promise<void> {
  await until(async () => (await rowOf(id)).status === 'ready', { withinMs: 60_000 });
  await until(async () => !(await rowOf(id)).has_parts);
  expect(namesIn('objects')).toEqual([(await rowOf(id)).object_key]);
  expect(namesIn('parts')).toEqual([]);
  const { events } = await school.trail();
  expect(events.map(({ name }) => name)).toEqual(['upload.ready']);
}

describe('a process that is killed', () => {
  it('while it receives a part leaves no part, and the upload goes on', async () => {
    const upload = await announce(school.owner.client, PDF);
    const api = await ready(start('api'));
    const { pathname } = new URL(upload.parts[0].url);
    const headers = { 'Content-Length': PDF.length };
    const sending = request(`${api.url}${pathname}`, { method: 'PUT', headers });
    sending.on('error', () => undefined);
    sending.write(PDF.subarray(0, 20));
    await until(() => namesIn('parts', upload.id).length > 0);
    await kill(api);
    expect(namesIn('parts', upload.id)).toEqual([expect.stringMatching(/^1\..+\.tmp$/)]);
    const open = await read(school.owner.client, upload.id);
    expect(open.parts.map(({ number }) => number)).toEqual([1]);
    await sendAll(school, open, PDF);
    await school.owner.client.post(`/me/uploads/${upload.id}/complete`);
    await check(school);
    await expectReadyOnce(upload.id);
  });

  it('while it completes an upload has not completed it, and the same request does once', async () => {
    const upload = await announce(school.owner.client, PDF);
    await sendAll(school, upload, PDF);
    const api = await ready(start('api'));
    const path = `/me/uploads/${upload.id}/complete`;
    const key = { idempotencyKey: randomUUID() };
    const row = { sql: 'select 1 from uploads where organization_id = $1 and id = $2 for update', values: [upload.id] };
    await whileHeld(school, row, async () => {
      const headers = { 'x-api-key': String(school.owner.client.apiKey), 'Idempotency-Key': key.idempotencyKey };
      const sending = request(`${api.url}/api/v1${path}`, { method: 'POST', headers });
      sending.on('error', () => undefined);
      sending.end();
      await until(async () => (await countWaiting(school)) > 0);
      await kill(api);
    });
    expect((await rowOf(upload.id)).status).toBe('open');
    const answers = [
      await school.owner.client.post(path, undefined, key),
      await school.owner.client.post(path, undefined, key),
    ];
    expect(answers.map(({ body }) => (body as { replayed: boolean }).replayed)).toEqual([false, true]);
    await check(school);
    await expectReadyOnce(upload.id);
  });

  it('while it copies a file leaves a half one, which goes with the next check', async () => {
    const content = { mime_type: 'text/plain', byte_size: PARTS * PART };
    const id = await school.upload({ ...content, status: 'checking' });
    const store = app.nest.get(FileStore, { strict: false });
    for (let number = 1; number <= PARTS; number += 1) {
      const part = { organizationId: school.id, uploadId: id, number };
      await store.putPart(part, Readable.from([Buffer.alloc(PART, 'x')]), PART);
    }
    await due();
    const worker = start('worker');
    await until(() => namesIn('objects').length > 0, { everyMs: 1, withinMs: 60_000 });
    await kill(worker);
    expect(namesIn('objects')).toEqual([expect.stringMatching(/\.tmp$/)]);
    expect(await rowOf(id)).toMatchObject({ status: 'checking', has_parts: true });
    const other = await takeOver();
    await expectReadyOnce(id);
    await kill(other);
  });

  it('when a file is stored and not yet judged leaves it, and the next check stores and judges it anew', async () => {
    let asked = 0;
    const scanner = standIn(await freePort(), async () => {
      asked += 1;
      if (asked === 1) await new Promise(() => undefined);
      return 'stream: OK';
    });
    await scanner.start();
    try {
      const settings = { FILE_SCANNER: `clamd://127.0.0.1:${scanner.port}` };
      const upload = await announce(school.owner.client, PDF);
      await sendAll(school, upload, PDF);
      await school.owner.client.post(`/me/uploads/${upload.id}/complete`);
      const worker = start('worker', settings);
      await until(() => asked === 1, { withinMs: 60_000 });
      await kill(worker);
      const left = await rowOf(upload.id);
      expect([left.status, namesIn('objects')]).toEqual(['checking', [left.object_key]]);
      const other = await takeOver(settings);
      await expectReadyOnce(upload.id);
      expect((await rowOf(upload.id)).object_key).not.toBe(left.object_key);
      await kill(other);
    } finally {
      await scanner.stop();
    }
  });

  it('while it removes the bytes of deleted media has removed them, and the next one notes it', async () => {
    const { id: uploadId } = await uploaded(school, school.owner.client, PDF);
    const made = await school.owner.client.post('/media', { kind: 'file', title: 'Plan', uploadId });
    const { id } = dataOf<{ id: string }>(made);
    expect((await school.owner.client.delete(`/media/${id}`)).status).toBe(200);
    // Killed before: what is committed is found again.
    expect(namesIn('objects')).toHaveLength(1);
    const row = { sql: 'select 1 from uploads where organization_id = $1 and id = $2 for update', values: [uploadId] };
    await whileHeld(school, row, async () => {
      const worker = start('worker');
      await until(async () => (await countWaiting(school)) > 0, { withinMs: 60_000 });
      await kill(worker);
    });
    expect(namesIn('objects')).toEqual([]);
    expect((await rowOf(uploadId)).object_key).not.toBeNull();
    const other = await takeOver();
    await until(async () => (await rowOf(uploadId)).object_key === null, { withinMs: 60_000 });
    await kill(other);
  });
});
