import { connect } from 'node:net';
import { beforeAll, expect, it } from '@jest/globals';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';

const app = useApp();
let school: School;

beforeAll(async () => {
  school = await School.open(app);
});

/** Sends a whole request and ends the connection at once, while the service still looks at the API key. */
async function sendAndHangUp(path: string, key: string, body: object): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const text = JSON.stringify(body);
  const lines = [
    `PATCH /api/v1${path} HTTP/1.1`,
    `Host: ${hostname}`,
    `x-api-key: ${school.owner.client.apiKey ?? ''}`,
    `Idempotency-Key: ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.end(`${lines.join('\r\n')}\r\n\r\n${text}`);
  await new Promise((resolve) => socket.on('close', resolve).resume());
}

// Whether the request gets so far before the service notices is a matter of chance: one of many does.
it('a client that hangs up has its body taken whole or not at all: the key never stands for an empty one', async () => {
  for (let n = 0; n < 30; n += 1) {
    const cohortId = await school.cohort();
    const name = `Cohort number ${n}`;
    await sendAndHangUp(`/cohorts/${cohortId}`, `hang-up-${n}`, { name });
    const { body } = await school.owner.client.patch(
      `/cohorts/${cohortId}`,
      { name },
      { idempotencyKey: `hang-up-${n}` },
    );
    expect([n, (body as { data: { name: string } }).data.name]).toEqual([n, name]);
  }
});
