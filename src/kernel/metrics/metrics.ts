import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';

/** The Content-Type of the Prometheus text format. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Labels = Record<string, string>;

/** Below the timeout of a scrape, which is 10 s by default in Prometheus. */
const GAUGE_TIMEOUT_MS = 1_000;

/** Counters and gauges of this process. Labels never name a tenant. */
@Injectable()
export class Metrics {
  private readonly counters = new Map<string, Map<string, number>>();
  private readonly gauges = new Map<string, () => Promise<number>>();

  count(name: string, labels: Labels = {}): void {
    const series = this.counters.get(name) ?? new Map<string, number>();
    const key = labelText(labels);
    series.set(key, (series.get(key) ?? 0) + 1);
    this.counters.set(name, series);
  }

  gauge(name: string, read: () => Promise<number>): void {
    this.gauges.set(name, read);
  }

  /** All metrics in the Prometheus text format. A gauge that fails or times out is omitted and counted as a failure. */
  async text(): Promise<string> {
    const gauges = await Promise.all([...this.gauges].map(([name, read]) => this.gaugeLines(name, read)));
    const counters = [...this.counters].flatMap(([name, series]) => [
      `# TYPE ${name} counter`,
      ...[...series].map(([labels, value]) => `${name}${labels} ${value}`),
    ]);
    return `${[...counters, ...gauges.flat()].join('\n')}\n`;
  }

  private async gaugeLines(name: string, read: () => Promise<number>): Promise<string[]> {
    try {
      const value = await Promise.race([read(), timeout()]);
      return [`# TYPE ${name} gauge`, `${name} ${value}`];
    } catch {
      this.count('metrics_gauge_failures_total', { gauge: name });
      return [];
    }
  }
}

async function timeout(): Promise<never> {
  await delay(GAUGE_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('timeout');
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
