import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { shownKeys, type Run } from './service-process.js';

export interface OpenWrite {
  answered: Promise<object>;
  /** Sends the rest of the body. */
  finish: () => Promise<object>;
}

/** A write in the demo organization; resolves when its headers have arrived and its body has not. */
export async function openWrite({ url, stdout }: Run & { url: string }): Promise<OpenWrite> {
  const body = JSON.stringify({ name: 'Sent slowly' });
  const sent = request(`${url}/api/v1/programs`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'x-api-key': shownKeys(stdout())[0],
      'Idempotency-Key': randomUUID(),
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      Expect: '100-continue',
    },
  });
  const answered = new Promise<object>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      const { connection } = response.resume().headers;
      resolve({ status: response.statusCode, connection });
    });
  });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 5));
  const finish = (): Promise<object> => {
    sent.end(body.slice(5));
    return answered;
  };
  return { answered, finish };
}
