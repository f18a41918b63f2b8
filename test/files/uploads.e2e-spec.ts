import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, describe, expect, it } from '@jest/globals';
import { announce, check, dataOf, PDF, PNG, read, send, sendAll, uploaded, type Uploaded } from './files.js';
import type { DiskStore } from '#contexts/files/store/disk-store.js';
import { FileStore } from '#contexts/files/store/file-store.js';
import { UploadPartService } from '#contexts/files/upload/upload-part.service.js';
import { readSignedAddress, type SignedClaim } from '#kernel/secrets';
import { DataSettings } from '#kernel/settings';
import { sendRaw } from '../support/raw-http.js';
import { SECRET_KEYS } from '../support/test-app.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();
const MINUTE = 60_000;

afterEach(() => app.moveClock(0));

const owner = () => school.owner.client;
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const complete = (id: string) => owner().post(`/me/uploads/${id}/complete`);

/** The stored files of the school, of a kind. */
function stored(kind: 'parts' | 'objects'): string[] {
  const folder = join(app.nest.get(DataSettings, { strict: false }).DATA_DIR, 'files', kind, school.id);
  return existsSync(folder) ? readdirSync(folder) : [];
}

describe('an upload', () => {
  it('takes its parts in any order, is checked, and is ready', async () => {
    const content = Buffer.concat([PDF, Buffer.alloc(5_242_880 + 10, 'x')]);
    const upload = await announce(owner(), content);
    expect(upload.parts.map(({ number, byteSize }) => [number, byteSize])).toEqual([
      [1, 5_242_880],
      [2, content.length - 5_242_880],
    ]);
    const [first, second] = upload.parts;
    expect((await send(school, second.url, content.subarray(5_242_880))).status).toBe(204);
    expect((await read(owner(), upload.id)).parts.map(({ number }) => number)).toEqual([1]);
    expect((await send(school, first.url, content.subarray(0, 5_242_880))).status).toBe(204);
    expect((await complete(upload.id)).body.data).toMatchObject({ status: 'checking', parts: [] });
    await check(school);
    expect(await read(owner(), upload.id)).toMatchObject({
      status: 'ready',
      reason: null,
      sha256: sha256(content),
      scan: { measured: false, reason: 'not_configured' },
    });
    const { audit, events } = await school.trail();
    expect(events.map(({ name, data }) => [name, data])).toEqual([['upload.ready', { uploadId: upload.id }]]);
    expect(audit.map(({ action }) => action)).toEqual(['upload.created', 'upload.completed', 'upload.ready']);
    expect([stored('parts'), stored('objects').length]).toEqual([[], 1]);
  });

  it('shows a replay of its creation what is missing by then, with new addresses', async () => {
    const key = { idempotencyKey: randomUUID() };
    const body = { name: 'Plan.pdf', mimeType: 'application/pdf', byteSize: PDF.length };
    const first = dataOf<Uploaded>(await owner().post('/me/uploads', body, key));
    await sendAll(school, first, PDF);
    const again = await owner().post('/me/uploads', body, key);
    expect([again.status, again.body.data]).toMatchObject([200, { id: first.id, status: 'open', parts: [] }]);
    const { rows } = await app.rows.query('select result::text from idempotency_keys where organization_id = $1', [
      school.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain('/uploads/');
  });

  it('is open again where a part is missing, and can be completed then', async () => {
    const upload = await announce(owner(), PDF);
    await complete(upload.id);
    await check(school);
    const opened = await read(owner(), upload.id);
    expect([opened.status, opened.reason]).toEqual(['open', 'incomplete']);
    await sendAll(school, opened, PDF);
    await complete(upload.id);
    await check(school);
    expect((await read(owner(), upload.id)).status).toBe('ready');
  });

  it('is seen by its maker alone', async () => {
    const upload = await announce(owner(), PDF);
    const other = await school.person('ADMIN');
    for (const path of ['', '/complete', '/cancel']) {
      const target = `/me/uploads/${upload.id}${path}`;
      const answer = path === '' ? await other.client.get(target) : await other.client.post(target);
      expect([path, answer.status]).toEqual([path, 404]);
    }
  });

  it.each([
    ['an administrator', 'ADMIN', undefined, 201],
    ['a coach', 'MEMBER', 'coach', 201],
    ['a member without an enrollment', 'MEMBER', undefined, 403],
  ] as const)('is made by %s: %s %s %d', async (_, role, business, expected) => {
    await school.enrollment();
    const person = await school.person(
      role,
      ...(business ? [{ role: business, cohortId: await school.cohort() }] : []),
    );
    const body = { name: 'a.pdf', mimeType: 'application/pdf', byteSize: 9 };
    expect((await person.client.post('/me/uploads', body)).status).toBe(expected);
  });

  it('is made by whoever is enrolled', async () => {
    const person = await school.person();
    await school.enrollment({ member_id: person.memberId, status: 'paused' });
    expect((await uploaded(school, person.client, PDF)).status).toBe('ready');
  });

  it('may be one of 20 that are open', async () => {
    for (let count = 0; count < 20; count += 1) await school.upload();
    const refused = await owner().post('/me/uploads', { name: 'a.pdf', mimeType: 'application/pdf', byteSize: 9 });
    expect([refused.status, refused.body.reason]).toEqual([409, 'upload_limit']);
  });

  it.each([
    ['image/png', 20_000_001],
    ['video/mp4', 2_000_000_001],
    ['application/pdf', 100_000_001],
    ['image/svg+xml', 10],
    ['text/html', 10],
  ])('of %s with %d bytes is refused', async (mimeType, byteSize) => {
    const digest = await school.digest();
    const refused = await owner().post('/me/uploads', { name: 'a', mimeType, byteSize });
    expect(refused.status).toBe(400);
    expect(['byteSize', 'mimeType']).toContain(refused.body.details[0].field);
    expect(await school.digest()).toEqual(digest);
  });

  it('expires when it is not used, at once for readers, and its bytes go', async () => {
    const ready = await uploaded(school, owner(), PDF);
    const open = await announce(owner(), PDF);
    await sendAll(school, open, PDF);
    app.moveClock(1_441 * MINUTE);
    for (const { id } of [ready, open]) expect((await read(owner(), id)).status).toBe('expired');
    expect((await complete(open.id)).status).toBe(409);
    await check(school);
    expect([stored('parts'), stored('objects')]).toEqual([[], []]);
  });

  it('that is cancelled takes no part, and its bytes go', async () => {
    const open = await announce(owner(), PDF);
    await sendAll(school, open, PDF);
    const ready = await uploaded(school, owner(), PDF);
    for (const { id } of [open, ready]) {
      expect((await owner().post(`/me/uploads/${id}/cancel`)).body.data.status).toBe('cancelled');
    }
    expect((await send(school, open.parts[0].url, PDF)).status).toBe(404);
    await check(school);
    expect([stored('parts'), stored('objects')]).toEqual([[], []]);
  });
});

describe('a part', () => {
  it('has exactly its length', async () => {
    const { parts } = await announce(owner(), PDF);
    expect((await send(school, parts[0].url, PDF.subarray(1))).status).toBe(400);
    expect((await send(school, parts[0].url, Buffer.concat([PDF, PDF]))).status).toBe(400);
    const path = new URL(parts[0].url).pathname;
    const chunked = `PUT ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n`;
    expect((await sendRaw(app.url, chunked)).status).toBe(411);
  });

  it('that is cut off is not there', async () => {
    const upload = await announce(owner(), PDF);
    const path = new URL(upload.parts[0].url).pathname;
    const { request } = await import('node:http');
    await new Promise<void>((resolve) => {
      const cut = request(`${app.url}${path}`, { method: 'PUT', headers: { 'Content-Length': PDF.length } });
      cut.on('error', () => resolve());
      cut.write(PDF.subarray(0, 10), () => setTimeout(() => cut.destroy(), 50));
    });
    expect((await read(owner(), upload.id)).parts).toHaveLength(1);
    await sendAll(school, upload, PDF);
    await complete(upload.id);
    await check(school);
    expect((await read(owner(), upload.id)).status).toBe('ready');
  });

  it('replaces the same part', async () => {
    const content = Buffer.concat([PDF]);
    const upload = await announce(owner(), content, { sha256: sha256(content).toUpperCase() });
    expect((await send(school, upload.parts[0].url, Buffer.alloc(content.length))).status).toBe(204);
    await sendAll(school, upload, content);
    await complete(upload.id);
    await check(school);
    expect((await read(owner(), upload.id)).status).toBe('ready');
  });

  it('is taken at its own address alone, while it is good and its maker is a member', async () => {
    const person = await school.person();
    await school.enrollment({ member_id: person.memberId });
    const upload = await announce(person.client, PDF);
    const { url } = upload.parts[0];
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    const changedAt = (place: number) =>
      `${token.slice(0, place)}${token.at(place) === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
    // Of the claim, then of the signature alone.
    for (const spoiled of ['x', token.slice(1), changedAt(20), changedAt(token.length - 10)]) {
      expect((await send(school, `${app.url}/uploads/${spoiled}`, PDF)).status).toBe(404);
    }
    // An address for sending is none for reading.
    expect((await send(school, `${app.url}/content/${token}`, PDF)).status).toBe(404);
    app.moveClock(61 * MINUTE);
    expect((await send(school, url, PDF)).status).toBe(404);
    app.moveClock(0);
    expect((await owner().delete(`/members/${person.memberId}`)).status).toBe(200);
    expect((await send(school, url, PDF)).status).toBe(404);
  });
});

describe('what a crash or a late part leaves', () => {
  it('is removed: a part that arrives once the upload has ended', async () => {
    const upload = await announce(owner(), PDF);
    await sendAll(school, upload, PDF);
    const claim = readSignedAddress(
      new URL(upload.parts[0].url).pathname.split('/').at(-1) ?? '',
      SECRET_KEYS.uploadKeys,
    );
    await owner().post(`/me/uploads/${upload.id}/cancel`);
    await check(school);
    expect(stored('parts')).toEqual([]);
    // It was let in before, and has now arrived.
    const part = { organizationId: school.id, uploadId: upload.id, number: 1 };
    await app.nest.get(FileStore, { strict: false }).putPart(part, Readable.from([PDF]), PDF.length);
    expect(stored('parts')).toEqual([upload.id]);
    const parts = app.nest.get(UploadPartService, { strict: false });
    await expect(parts.note(claim as SignedClaim)).rejects.toThrow('The resource was not found.');
    await check(school);
    expect(stored('parts')).toEqual([]);
  });

  it('is removed: the copy of a check that was cut short', async () => {
    const upload = await announce(owner(), PDF);
    await sendAll(school, upload, PDF);
    await complete(upload.id);
    const objectKey = randomUUID();
    const object = { organizationId: school.id, objectKey };
    await app.rows.query('update uploads set object_key = $1 where id = $2', [objectKey, upload.id]);
    const store = app.nest.get<DiskStore>(FileStore, { strict: false });
    await store.putObject(object, Readable.from([PDF]));
    writeFileSync(`${store.pathOfObject(object)}.tmp`, 'half');
    await check(school);
    expect((await read(owner(), upload.id)).status).toBe('ready');
    const { rows } = await app.rows.query<{ object_key: string }>('select object_key from uploads where id = $1', [
      upload.id,
    ]);
    expect(stored('objects')).toEqual([rows[0].object_key]);
    expect(rows[0].object_key).not.toBe(objectKey);
  });
});

it('an upload whose bytes are lost is open again, and holds up no other', async () => {
  const [lost, kept] = [await announce(owner(), PDF), await announce(owner(), PDF)];
  for (const upload of [lost, kept]) await sendAll(school, upload, PDF);
  await app.nest.get(FileStore, { strict: false }).removeParts({ organizationId: school.id, uploadId: lost.id });
  for (const { id } of [lost, kept]) await complete(id);
  await check(school);
  expect(await read(owner(), lost.id)).toMatchObject({ status: 'open', reason: 'incomplete', parts: [{ number: 1 }] });
  expect((await read(owner(), kept.id)).status).toBe('ready');
});

describe('the check rejects', () => {
  it.each([
    ['an archive that ends too early', Buffer.from('504b0304140000000800', 'hex'), 'application/pdf', 'type_mismatch'],
    ['a picture as a document', PNG, 'application/pdf', 'type_mismatch'],
    ['a document as a text', PDF, 'text/plain', 'type_mismatch'],
    ['binary data as a text', Buffer.from([65, 0, 66]), 'text/plain', 'type_mismatch'],
    ['a page as a text', Buffer.from('\ufeff <!-- a --> <!DOCTYPE html><p>'), 'text/plain', 'type_refused'],
    ['a drawing as a picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/png', 'type_refused'],
    ['a script as a table', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'text/csv', 'type_refused'],
    [
      'a program as an archive',
      Buffer.from('7f454c46020101000000000000000000', 'hex'),
      'application/zip',
      'type_refused',
    ],
  ])('%s', async (_, content, mimeType, reason) => {
    const upload = await uploaded(school, owner(), content, { mimeType });
    expect([upload.status, upload.reason]).toEqual(['rejected', reason]);
    const { events } = await school.trail();
    expect(events.at(-1)).toMatchObject({ name: 'upload.rejected', data: { uploadId: upload.id, reason } });
    expect([stored('parts'), stored('objects')]).toEqual([[], []]);
  });

  it('another content than was announced', async () => {
    const upload = await uploaded(school, owner(), PDF, { sha256: 'a'.repeat(64) });
    expect([upload.status, upload.reason]).toEqual(['rejected', 'digest_mismatch']);
  });

  it.each([
    ['a table', Buffer.from('name;grade\r\nMika;1\r\n'), 'text/csv'],
    ['a text that begins with less than', Buffer.from('< 5 minutes'), 'text/plain'],
    ['a picture', PNG, 'image/png'],
  ])('not %s', async (_, content, mimeType) => {
    expect((await uploaded(school, owner(), content, { mimeType })).status).toBe('ready');
  });
});
