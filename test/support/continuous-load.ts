import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const CLIENTS = 4;
const PAUSE_MS = 20;

export interface ContinuousLoad {
  /** Ends the load and returns how often each answer came: `POST 201`, or the error's code. */
  stop: () => Promise<Record<string, number>>;
}

/** Clients that write and read all the time over kept connections, and leave the processor to who is being started. */
export function putContinuousLoad(url: string, apiKey: string): ContinuousLoad {
  const agent = new Agent({ keepAlive: true });
  const answers: Record<string, number> = {};
  let over = false;
  const client = async (): Promise<void> => {
    while (!over) {
      for (const method of ['POST', 'GET']) {
        const answer = `${method} ${await send(agent, { method, url: `${url}/api/v1/groups`, apiKey })}`;
        answers[answer] = (answers[answer] ?? 0) + 1;
        await delay(PAUSE_MS);
      }
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    stop: async () => {
      over = true;
      await Promise.all(clients);
      agent.destroy();
      return answers;
    },
  };
}

/** The status, or what went wrong. */
function send(agent: Agent, { url, method, apiKey }: { url: string; method: string; apiKey: string }): Promise<string> {
  return new Promise((resolve) => {
    const headers = { 'x-api-key': apiKey, 'Idempotency-Key': randomUUID(), 'Content-Type': 'application/json' };
    const sent = request(url, { method, agent, headers }, (response) => {
      const why = response.headers['x-proxy-error'];
      response.resume().once('end', () => resolve(`${response.statusCode}${why ? ` ${String(why)}` : ''}`));
    });
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sent.end(method === 'POST' ? '{"name":"Restarts","type":"accountability","scope":"organization"}' : undefined);
  });
}
