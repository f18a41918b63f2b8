import { deflateSync } from 'node:zlib';
import { expect } from '@jest/globals';
import request, { type Response } from 'supertest';
import { UploadsJob } from '#contexts/files/upload/uploads.job.js';
import type { Client } from '../support/client.js';
import { runJob } from '../support/run-job.js';
import type { School } from '../support/school.js';

export interface Part {
  number: number;
  byteSize: number;
  url: string;
  expiresAt: string;
}

export interface Uploaded {
  id: string;
  status: string;
  reason: string | null;
  sha256: string | null;
  parts: Part[];
  partSize: number;
}

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
/** A picture of one white pixel. */
export const PNG = Buffer.concat([
  Buffer.from('89504e470d0a1a0a', 'hex'),
  chunk('IHDR', Buffer.from('00000001000000010800000000', 'hex')),
  chunk('IDAT', deflateSync(Buffer.from([0, 255]))),
  chunk('IEND', Buffer.alloc(0)),
]);

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  // Nobody checks the checksum of a picture that is not drawn.
  return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
}

export function dataOf<Data>({ body }: { body: unknown }): Data {
  return (body as { data: Data }).data;
}

/** The fields that a refusal names. */
export function fieldsOf({ body }: { body: unknown }): string[] {
  return (body as { details: { field: string }[] }).details.map(({ field }) => field);
}

/** Announces a file. */
export async function announce(
  client: Client,
  content: Buffer,
  fields: { name?: string; mimeType?: string; sha256?: string } = {},
): Promise<Uploaded> {
  const body = { name: 'Plan.pdf', mimeType: 'application/pdf', byteSize: content.length, ...fields };
  const response = await client.post('/me/uploads', body);
  expect(response.status).toBe(201);
  return dataOf<Uploaded>(response);
}

/** Sends a part to the address that an upload names. */
export async function send(school: School, url: string, content: Buffer): Promise<Response> {
  const put = request(school.app.url).put(new URL(url).pathname).set('Content-Type', 'application/octet-stream');
  return put.send(content);
}

/** Sends all parts of a content. */
export async function sendAll(school: School, { parts, partSize }: Uploaded, content: Buffer): Promise<void> {
  for (const { number, url } of parts) {
    const bytes = content.subarray((number - 1) * partSize, number * partSize);
    expect((await send(school, url, bytes)).status).toBe(204);
  }
}

export const check = (school: School) => runJob(school, UploadsJob);

export async function read(client: Client, id: string): Promise<Uploaded> {
  return dataOf<Uploaded>(await client.get(`/me/uploads/${id}`));
}

/** A file that was uploaded, completed and checked. */
export async function uploaded(
  school: School,
  client: Client,
  content: Buffer,
  fields: Parameters<typeof announce>[2] = {},
): Promise<Uploaded> {
  const upload = await announce(client, content, fields);
  await sendAll(school, upload, content);
  expect((await client.post(`/me/uploads/${upload.id}/complete`)).status).toBe(200);
  await check(school);
  return read(client, upload.id);
}

/** The bytes at an address of the service, as a browser reads them. */
export async function fetched(school: School, url: string, headers: Record<string, string> = {}): Promise<Response> {
  const get = request(school.app.url).get(new URL(url).pathname).set(headers).buffer(true);
  return get.parse(bytes);
}

function bytes(response: Response, done: (error: Error | null, body: unknown) => void): void {
  const chunks: Buffer[] = [];
  response.on('data', (chunk: Buffer) => chunks.push(chunk));
  response.on('end', () => done(null, Buffer.concat(chunks)));
}
