import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { program, ready, Workplace, type Environment, type Run } from '../support/service-process.js';

const place = new Workplace();
beforeAll(() => place.prepare('demo'));
afterAll(() => place.clear());

interface PrintedSpan {
  span: string;
  traceId: string;
  spanId: string;
  parent?: string;
}

const traceId = '0af7651916cd43dd8448eb211c80319c';

/** Starts the service with an SDK, sends a request and stops the service as soon as it has the response. */
async function serveOneRequest(env: Environment = {}): Promise<{ run: Run; code: number | null }> {
  const printer = new URL('./span-printer.js', import.meta.url).href;
  const run = await ready(place.run(process.execPath, ['--import', printer, program('main')], env));
  const { keys } = JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')) as { keys: { owner: string } };
  const headers = { 'x-api-key': keys.owner, traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  expect((await fetch(`${run.url}/api/v1/programs`, { headers })).status).toBe(200);
  run.child.kill('SIGTERM');
  const { code } = await run.ended;
  return { run, code };
}

it('the built service makes spans for an SDK that --import brings, and has them exported before it ends', async () => {
  const { run, code } = await serveOneRequest();
  expect(code).toBe(0);
  const spans = run
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{"span"'))
    .map((line) => JSON.parse(line) as PrintedSpan)
    .filter((span) => span.traceId === traceId);
  const request = spans.find(({ span }) => span === 'GET /api/v1/programs');
  expect(request?.parent).toBe('b7ad6b7169203331');
  // The statement of the list has the name of its operation.
  const operation = spans.find(({ span, parent }) => span === 'list_programs' && parent === request?.spanId);
  expect(spans.filter(({ parent }) => parent === operation?.spanId)).toContainEqual(
    expect.objectContaining({ span: 'list_programs' }),
  );
  expect(spans.length).toBeGreaterThan(2);
});

it('an exporter that hangs does not keep the service from ending', async () => {
  const { run, code } = await serveOneRequest({ EXPORTER: 'hangs' });
  expect([code, run.stderr()]).toEqual([0, expect.stringContaining('"msg":"stopped"')]);
});
