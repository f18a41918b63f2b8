import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FileSweepJob } from '#contexts/files/sweep/file-sweep.job.js';
import { FileStore } from '#contexts/files/store/file-store.js';
import { runJob } from '../support/run-job.js';
import { S3Server } from '../support/s3-server.js';
import { useSchool } from '../support/use-school.js';
import { announce, check, dataOf, fetched, PDF, PNG, read, type Uploaded } from './files.js';

const DAY = 86_400_000;
const s3 = new S3Server();
const settings: Record<string, string> = {};
const redirecting: Record<string, string> = { FILE_DELIVERY: 'redirect' };

beforeAll(async () => {
  await s3.start();
  Object.assign(settings, s3.settings);
  Object.assign(redirecting, s3.settings);
});
afterAll(() => s3.remove());

const put = (url: string, body: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(body) });

async function putAll({ parts, partSize }: Uploaded, content: Buffer): Promise<void> {
  for (const { number, url } of parts) {
    expect((await put(url, content.subarray((number - 1) * partSize, number * partSize))).status).toBe(200);
  }
}

describe('files in a bucket', () => {
  const { app, school } = useSchool({ settings });
  afterEach(() => app.moveClock(0));

  const owner = () => school.owner.client;
  const complete = (id: string) => owner().post(`/me/uploads/${id}/complete`);
  const stored = (kind: string) => s3.names(`${kind}/${school.id}`);

  async function registered(content: Buffer): Promise<{ id: string; url: string }> {
    const upload = await announce(owner(), content);
    await putAll(upload, content);
    await complete(upload.id);
    await check(school);
    return dataOf(await owner().post('/media', { kind: 'file', title: 'Plan', uploadId: upload.id }));
  }

  it('are sent to the store, checked, read, and removed', async () => {
    const content = Buffer.concat([PDF, randomBytes(5_242_880)]);
    const upload = await announce(owner(), content);
    expect(upload.parts.map(({ url }) => new URL(url).origin)).toEqual(Array(2).fill(settings.S3_ENDPOINT));
    const [first, second] = upload.parts;
    expect((await put(second.url, content.subarray(5_242_880))).status).toBe(200);
    expect((await read(owner(), upload.id)).parts.map(({ number }) => number)).toEqual([1]);
    expect((await put(first.url, content.subarray(0, 5_242_880))).status).toBe(200);
    await complete(upload.id);
    await check(school);
    expect((await read(owner(), upload.id)).status).toBe('ready');
    expect([stored('parts'), stored('objects').length]).toEqual([[], 1]);
    const media = dataOf<{ id: string; url: string }>(
      await owner().post('/media', { kind: 'file', title: 'Plan', uploadId: upload.id }),
    );
    const whole = await fetched(school, media.url);
    expect([whole.status, (whole.body as Buffer).equals(content)]).toEqual([200, true]);
    const part = await fetched(school, media.url, { range: 'bytes=5-9' });
    expect([part.status, String(part.body)]).toEqual([206, content.subarray(5, 10).toString('latin1')]);
    await owner().delete(`/media/${media.id}`);
    await check(school);
    expect(stored('objects')).toEqual([]);
  });

  it('are sent and shown by pages of the console, whose policy names the store', async () => {
    const page = await fetch(`${app.url}/console`);
    const policy = String(page.headers.get('content-security-policy')).split('; ');
    for (const kind of ['connect-src', 'img-src', 'media-src']) {
      const [sources] = policy.filter((one) => one.startsWith(kind));
      expect(sources.split(' ')).toContain(settings.S3_ENDPOINT);
    }
  });

  it('whose part is missing are asked for that part', async () => {
    const content = Buffer.concat([PDF, Buffer.alloc(5_242_880, 'x')]);
    const upload = await announce(owner(), content);
    await put(upload.parts[0].url, content.subarray(0, 5_242_880));
    await complete(upload.id);
    await check(school);
    const opened = await read(owner(), upload.id);
    expect(opened).toMatchObject({ status: 'open', reason: 'incomplete', parts: [{ number: 2 }] });
  });

  it('with a part of another length are rejected, and leave nothing', async () => {
    const upload = await announce(owner(), PDF);
    await putAll(upload, PDF);
    // Whether the store takes it is up to the store.
    await put(upload.parts[0].url, Buffer.concat([PDF, PDF]));
    const isTaken = stored('parts').length > 0;
    await complete(upload.id);
    await check(school);
    expect(isTaken).toBe(true);
    expect(await read(owner(), upload.id)).toMatchObject({ status: 'rejected', reason: 'size_mismatch' });
    expect([stored('parts'), stored('objects')]).toEqual([[], []]);
  });

  it('keep what was judged, whatever is sent to the address of a part afterwards', async () => {
    const upload = await announce(owner(), PDF);
    await putAll(upload, PDF);
    await complete(upload.id);
    await check(school);
    const { url } = dataOf<{ url: string }>(
      await owner().post('/media', { kind: 'file', title: 'Plan', uploadId: upload.id }),
    );
    await put(upload.parts[0].url, Buffer.alloc(PDF.length, '<'));
    expect(((await fetched(school, url)).body as Buffer).equals(PDF)).toBe(true);
    expect(stored('parts')).toHaveLength(1);
    for (const day of [0, 8]) {
      app.moveClock(day * DAY);
      await runJob(school, FileSweepJob);
    }
    expect([stored('parts'), stored('objects').length]).toEqual([[], 1]);
  });

  it('are lost: 404, and 503 while the store does not answer', async () => {
    const [lost, kept] = [await registered(PDF), await registered(Buffer.concat([PDF, PDF]))];
    const { rows } = await app.rows.query<{ object_key: string }>(
      'select u.object_key from uploads u join media m on m.upload_id = u.id where m.id = $1',
      [lost.id],
    );
    const store = app.nest.get(FileStore, { strict: false });
    await store.removeObject({ organizationId: school.id, objectKey: rows[0].object_key });
    expect((await fetched(school, lost.url)).status).toBe(404);
    const open = await announce(owner(), PNG, { mimeType: 'image/png' });
    await s3.stop();
    try {
      const answer = await fetched(school, kept.url);
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
      expect((await owner().get(`/me/uploads/${open.id}`)).status).toBe(503);
    } finally {
      await s3.start();
    }
    expect((await fetched(school, kept.url)).status).toBe(200);
  });

  it('without a row go when two weekly sweeps found them', async () => {
    await registered(PDF);
    const store = app.nest.get(FileStore, { strict: false });
    await store.putObject({ organizationId: school.id, objectKey: randomUUID() }, Readable.from([PDF]), PDF.length);
    await runJob(school, FileSweepJob);
    expect(stored('objects')).toHaveLength(2);
    app.moveClock(8 * DAY);
    await runJob(school, FileSweepJob);
    expect(stored('objects')).toHaveLength(1);
  });
});

describe('files that the store delivers', () => {
  const { app, school } = useSchool({ settings: redirecting });

  it('are read there, by an address that the service makes for a minute', async () => {
    const upload = await announce(school.owner.client, PDF);
    await putAll(upload, PDF);
    await school.owner.client.post(`/me/uploads/${upload.id}/complete`);
    await check(school);
    const body = { kind: 'file', title: 'Plan', uploadId: upload.id };
    const { url } = dataOf<{ url: string }>(await school.owner.client.post('/media', body));
    const answer = await fetched(school, url);
    const location = new URL(answer.headers.location);
    expect([answer.status, location.origin]).toEqual([302, redirecting.S3_ENDPOINT]);
    expect(location.searchParams.get('X-Amz-Expires')).toBe('60');
    const file = await fetch(location);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(file.headers.get('content-disposition')).toMatch(/^inline; filename="?Plan\.pdf"?$/);
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
    const head = await fetch(`${app.url}${new URL(url).pathname}`, { method: 'HEAD', redirect: 'manual' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(PDF.length)]);
  });
});
