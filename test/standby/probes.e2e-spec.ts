import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { Standby } from '../../src/kernel/standby/standby.js';
import { traced } from '#kernel/tracing';
import { until } from '../support/until.js';
import { useStandbySchool } from '../support/use-standby.js';

const stage = useStandbySchool();
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => provider.register());
afterAll(async () => {
  for (const api of [trace, context, propagation]) api.disable();
  await provider.shutdown();
});

it('probes are not in the trace of the request that lost the standby', async () => {
  const standby = stage.app.nest.get(Standby, { strict: false });
  await until(() => standby.isUp);
  await traced({ name: 'request' }, () => {
    standby.giveUp(new Error('lost'));
    return Promise.resolve();
  });
  expect(standby.isUp).toBe(false);
  await until(() => standby.isUp);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['request']);
});
