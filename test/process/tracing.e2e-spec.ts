import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, jest } from '@jest/globals';
import { program, ready, Workplace } from '../support/service-process.js';
import { until } from '../support/until.js';

jest.setTimeout(120_000);

const place = new Workplace();
afterAll(() => place.clear());

interface PrintedSpan {
  span: string;
  traceId: string;
  spanId: string;
  parent?: string;
}

it('the built service makes spans for an SDK that --import brings', async () => {
  const printer = new URL('./span-printer.js', import.meta.url).href;
  const service = await ready(place.run(process.execPath, ['--import', printer, program('main')]));
  const { keys } = JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')) as { keys: { owner: string } };
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const headers = { 'x-api-key': keys.owner, traceparent: `00-${traceId}-b7ad6b7169203331-01` };
  expect((await fetch(`${service.url}/api/v1/programs`, { headers })).status).toBe(200);
  const spans = (): PrintedSpan[] =>
    service
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('{"span"'))
      .map((line) => JSON.parse(line) as PrintedSpan)
      .filter((span) => span.traceId === traceId);
  await until(() => spans().some(({ span }) => span === 'GET /api/v1/programs'));
  const [request, operation] = ['GET /api/v1/programs', 'list_programs'].map((name) =>
    spans().find(({ span }) => span === name),
  );
  expect(request?.parent).toBe('b7ad6b7169203331');
  expect(operation?.parent).toBe(request?.spanId);
  expect(spans().length).toBeGreaterThan(2);
});
