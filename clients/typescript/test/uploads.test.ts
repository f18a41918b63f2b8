import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { upload, UploadRejectedError } from '@delivery-service/client';
import { cuttingProxy, type Cut, type CuttingProxy } from './cutting-proxy.js';
import { clientOf } from './demo.js';

const proxies: CuttingProxy[] = [];

after(async () => {
  for (const proxy of proxies) await proxy.close();
});

/** A text of two parts. */
const content = randomBytes(3_000_000).toString('hex');
const text = new Blob([content]);
const options = { name: 'Notes.txt', mimeType: 'text/plain' } as const;

async function through(...plan: Cut[]): Promise<string> {
  const proxy = await cuttingProxy(plan);
  proxies.push(proxy);
  return proxy.url;
}

describe('a file', () => {
  it('arrives in parts, and can be read as it was sent', async () => {
    const client = clientOf();
    const progress: number[] = [];
    const { id, status } = await upload(client, text, { ...options, onProgress: (sent) => progress.push(sent) });
    assert.equal(status, 'ready');
    assert.deepEqual(progress, [0, 5_242_880, 6_000_000]);
    const { data } = await client.post('/media', { body: { kind: 'file', title: 'Notes', uploadId: id } });
    assert.equal(await (await fetch(data.url)).text(), content);
  });

  it('arrives where the connection is cut', async () => {
    const client = clientOf({ url: await through('after request', 'before answer', 'within answer') });
    assert.equal((await upload(client, text, options)).status, 'ready');
  });

  it('is gone on with where it was paused', async () => {
    const client = clientOf();
    const pausing = new AbortController();
    let uploadId = '';
    const onState = ({ id }: { id: string }): void => void (uploadId = id);
    const onProgress = (sent: number): void => (sent > 0 ? pausing.abort() : undefined);
    await assert.rejects(upload(client, text, { ...options, onState, onProgress, signal: pausing.signal }), {
      name: 'AbortError',
    });
    const progress: number[] = [];
    const sent: number[] = [];
    const counting: typeof fetch = (input, init) => {
      sent.push((init?.body as ArrayBuffer).byteLength);
      return fetch(input, init);
    };
    const again = { ...options, uploadId, fetch: counting, onProgress: (bytes: number) => progress.push(bytes) };
    assert.equal((await upload(client, text, again)).status, 'ready');
    assert.deepEqual(sent, [6_000_000 - 5_242_880]);
    // What the service has is told before anything more is sent.
    assert.deepEqual(progress, [5_242_880, 6_000_000]);
  });

  it('arrives with some of its parts under way at the same time, and holes are filled', async () => {
    const client = clientOf();
    const large = new Blob([content, content, content]);
    let [underWay, most, sent] = [0, 0, 0];
    const watching: typeof fetch = async (input, init) => {
      most = Math.max(most, ++underWay);
      await sleep(50);
      // The address of the second part ends.
      sent += 1;
      const response = sent === 2 ? new Response(null, { status: 404 }) : await fetch(input, init);
      underWay -= 1;
      return response;
    };
    const progress: number[] = [];
    const onProgress = (sent: number): void => void progress.push(sent);
    const { id } = await upload(client, large, { ...options, partsAtOnce: 3, fetch: watching, onProgress });
    assert.equal(most, 3);
    assert.equal(progress.at(-1), large.size);
    const { data } = await client.post('/media', { body: { kind: 'file', title: 'Notes', uploadId: id } });
    assert.equal(await (await fetch(data.url)).text(), content.repeat(3));
  });

  it('tells of itself from its creation until it is ready', async () => {
    const states: string[] = [];
    const { id } = await upload(clientOf(), text, {
      ...options,
      onState: ({ id: uploadId, status }) => states.push(`${uploadId} ${status}`),
    });
    const named = (status: string): string => `${id} ${status}`;
    assert.equal(states[0], named('open'));
    assert.ok(states.includes(named('checking')));
    assert.equal(states.at(-1), named('ready'));
  });

  it('is created once under one key', async () => {
    const [client, ids] = [clientOf(), new Set<string>()];
    const onState = ({ id }: { id: string }): void => void ids.add(id);
    const idempotencyKey = crypto.randomUUID();
    for (let count = 0; count < 2; count += 1) await upload(client, text, { ...options, idempotencyKey, onState });
    assert.equal(ids.size, 1);
  });

  it('that is something else is rejected with the reason', async () => {
    const page = new Blob(['<!DOCTYPE html><p>Hello</p>']);
    await assert.rejects(upload(clientOf(), page, options), (error: unknown) => {
      assert.ok(error instanceof UploadRejectedError);
      assert.equal(error.reason, 'type_refused');
      return true;
    });
  });
});
