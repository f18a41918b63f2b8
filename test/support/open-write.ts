import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { shownKeys, type Run } from './service-process.js';

export interface OpenWrite {
  answered: Promise<object>;
  /** Sends the rest of the body. */
  finish: () => Promise<object>;
}

/** A write in the demo organization whose headers have arrived and whose body has not. */
export function openWrite({ url, stdout }: Run & { url: string }): OpenWrite {
  const body = JSON.stringify({ name: 'Sent slowly' });
  const sent = request(`${url}/api/v1/programs`, {
    method: 'POST',
    agent: new Agent({ keepAlive: true }),
    headers: {
      'x-api-key': shownKeys(stdout())[0],
      'Idempotency-Key': randomUUID(),
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    },
  });
  const answered = new Promise<object>((resolve, reject) => {
    sent.once('error', reject).once('response', (response) => {
      const { connection } = response.resume().headers;
      resolve({ status: response.statusCode, connection });
    });
  });
  sent.write(body.slice(0, 5));
  const finish = (): Promise<object> => {
    sent.end(body.slice(5));
    return answered;
  };
  return { answered, finish };
}
