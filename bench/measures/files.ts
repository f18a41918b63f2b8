import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { peakMemory } from '../support/cpu.js';
import { median } from '../support/figures.js';
import { startNginx } from '../support/nginx.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const MB = 1_000_000;
/** What a video is told by, before bytes that cannot be compressed. */
const VIDEO = Buffer.from('0000001c667479706d703432000000006d70343269736f6d61766331', 'hex');
const PARTS_AT_ONCE = 3;
const CHUNK = randomBytes(8 * MB);

interface Upload {
  id: string;
  status: string;
  partSize: number;
  parts: { number: number; byteSize: number; url: string }[];
}

/** In milliseconds, of each round. */
type Times = Record<'sent' | 'up' | 'down' | 'nginxUp' | 'nginxDown', number[]>;

/** Uploads and downloads of a file beside nginx, and the memory of the service while 2 GB go through it. */
export async function measureFiles(stage: Stage, effort: Effort): Promise<Row[]> {
  const isFull = effort.rounds > 1;
  const bytes = isFull ? 200 * MB : 20 * MB;
  const nginx = await startNginx();
  if (!nginx) return [{ measure: 'files beside nginx', unit: '×', missing: 'nginx is not installed' }];
  const folder = mkdtempSync(join(tmpdir(), 'bench-files-'));
  const service = await startService(stage, undefined, { DATA_DIR: folder, FILE_QUOTA_MB: '0', FILE_MIN_FREE_MB: '0' });
  const times: Times = { sent: [], up: [], down: [], nginxUp: [], nginxDown: [] };
  let mediaId = '';
  for (let round = 0; round <= effort.rounds; round += 1) {
    const uploaded = await upload(service, stage, bytes);
    const nginxUp = await timed(() => put(`${nginx.url}/file.mp4`, bytes));
    mediaId = uploaded.mediaId;
    // The first round fills caches.
    if (round > 0) note(times, { sent: uploaded.sentMs, up: uploaded.readyMs, nginxUp });
  }
  // In rounds of their own: what the load generator has sent before would be cleared away while it reads.
  for (let round = 0; round <= effort.rounds; round += 1) {
    const down = await timed(async () => read(await contentOf(service, stage, mediaId), bytes));
    const nginxDown = await timed(() => read(`${nginx.url}/file.mp4`, bytes));
    if (round > 0) note(times, { down, nginxDown });
  }
  const before = peakMemory(service.pid);
  const most = isFull ? 2_000 * MB : 40 * MB;
  const large = await upload(service, stage, most);
  await read(await contentOf(service, stage, large.mediaId), most);
  const after = peakMemory(service.pid);
  await service.stop();
  await nginx.stop();
  rmSync(folder, { recursive: true, force: true });
  const size = `${bytes / MB} MB`;
  const rate = (milliseconds: number[]): number => bytes / MB / (median(milliseconds) / 1_000);
  return [
    {
      measure: `parts of ${size} sent, ${PARTS_AT_ONCE} at once, each synced to disk`,
      value: rate(times.sent),
      unit: 'MB/s',
    },
    { measure: '… ÷ a PUT of nginx', value: rate(times.sent) / rate(times.nginxUp), unit: '×', wanted: '≥ 0.5' },
    { measure: `upload of ${size}, sent, copied, checked and ready`, value: rate(times.up), unit: 'MB/s' },
    { measure: '… ÷ a PUT of nginx', value: rate(times.up) / rate(times.nginxUp), unit: '×', wanted: '≥ 0.5' },
    { measure: `download of ${size}`, value: rate(times.down), unit: 'MB/s' },
    { measure: '… ÷ nginx', value: rate(times.down) / rate(times.nginxDown), unit: '×', wanted: '≥ 0.5' },
    { measure: `peak memory of the service after files of ${size}`, value: before, unit: 'MB' },
    { measure: `… after ${most / MB} MB went in and out besides`, value: after, unit: 'MB', wanted: 'flat' },
  ];
}

function note(times: Times, taken: Partial<Record<keyof Times, number>>): void {
  for (const [name, milliseconds] of Object.entries(taken)) times[name as keyof Times].push(milliseconds);
}

/** Nobody pays for what another one has left to be written. */
async function timed(work: () => Promise<void>): Promise<number> {
  execFileSync('sync');
  const started = performance.now();
  await work();
  return performance.now() - started;
}

interface Uploaded {
  mediaId: string;
  /** Until all parts were stored, in milliseconds. */
  sentMs: number;
  /** Until the file was checked as well. */
  readyMs: number;
}

/** Media whose file is uploaded part by part. */
async function upload(service: ServiceProcess, stage: Stage, byteSize: number): Promise<Uploaded> {
  execFileSync('sync');
  const started = performance.now();
  const send = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const response = await fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: {
        'x-api-key': stage.apiKey,
        'content-type': 'application/json',
        'idempotency-key': randomBytes(12).toString('hex'),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  };
  let found = await send<Upload>('POST', '/me/uploads', { name: 'Film.mp4', mimeType: 'video/mp4', byteSize });
  while (found.parts.length > 0) {
    const waiting = [...found.parts];
    const sendNext = async (): Promise<void> => {
      for (let part = waiting.shift(); part; part = waiting.shift())
        await putPart(part.url, part.number, part.byteSize);
    };
    await Promise.all(Array.from({ length: PARTS_AT_ONCE }, sendNext));
    found = await send('GET', `/me/uploads/${found.id}`);
  }
  const sentMs = performance.now() - started;
  found = await send('POST', `/me/uploads/${found.id}/complete`);
  while (found.status === 'checking' || found.status === 'open') {
    await delay(50);
    found = await send('GET', `/me/uploads/${found.id}`);
  }
  if (found.status !== 'ready') throw new Error(`the upload is ${found.status}`);
  const readyMs = performance.now() - started;
  const { id } = await send<{ id: string }>('POST', '/media', { kind: 'video', title: 'Film', uploadId: found.id });
  return { mediaId: id, sentMs, readyMs };
}

async function putPart(url: string, number: number, length: number): Promise<void> {
  const body = Buffer.alloc(length);
  for (let at = 0; at < length; at += CHUNK.length) CHUNK.copy(body, at);
  if (number === 1) VIDEO.copy(body);
  const response = await fetch(url, { method: 'PUT', body });
  if (!response.ok) throw new Error(`part ${number}: ${response.status}`);
}

async function contentOf(service: ServiceProcess, { apiKey }: Stage, media: string): Promise<string> {
  const response = await fetch(`${service.url}/api/v1/media/${media}`, { headers: { 'x-api-key': apiKey } });
  return ((await response.json()) as { data: { url: string } }).data.url;
}

async function put(url: string, bytes: number): Promise<void> {
  const body = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += CHUNK.length) CHUNK.copy(body, at);
  const response = await fetch(url, { method: 'PUT', body });
  if (!response.ok) throw new Error(`nginx answers a PUT with ${response.status}`);
}

async function read(url: string, bytes: number): Promise<void> {
  const response = await fetch(url);
  let length = 0;
  for await (const chunk of response.body ?? []) length += (chunk as Uint8Array).length;
  if (length !== bytes) throw new Error(`${url} has ${length} bytes`);
}
