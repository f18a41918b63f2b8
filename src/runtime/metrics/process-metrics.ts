import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** Gauges whose names end like those of counters. Their kinds are in nodejs_active_handles and its like. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Adds what is known of the process: CPU, memory, event loop, garbage collection, and which build it is. */
export function measureProcess(register: Registry, version: string): void {
  collectDefaultMetrics({ register });
  for (const name of MISNAMED) register.removeSingleMetric(name);
  new Gauge({
    name: 'delivery_service_build_info',
    help: 'Always 1; the labels say which build runs on which Node.',
    labelNames: ['version', 'node'],
    registers: [register],
  }).set({ version, node: process.version }, 1);
}
