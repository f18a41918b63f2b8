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
  private readonly gauges = new Map<string, { read: () => Promise<number>; whenUnread?: number }>();

  count(name: string, labels: Labels = {}): void {
    const series = this.counters.get(name) ?? new Map<string, number>();
    const key = labelText(labels);
    series.set(key, (series.get(key) ?? 0) + 1);
    this.counters.set(name, series);
  }

  /** `whenUnread` is its value while it cannot be read. */
  gauge(name: string, read: () => Promise<number>, { whenUnread }: { whenUnread?: number } = {}): void {
    this.gauges.set(name, { read, whenUnread });
  }

  /** All metrics in the Prometheus text format. A gauge that cannot be read is counted, and omitted without a value for this. */
  async text(): Promise<string> {
    const gauges = await Promise.all([...this.gauges.keys()].map((name) => this.gaugeLines(name)));
    const counters = [...this.counters].flatMap(([name, series]) => [
      `# TYPE ${name} counter`,
      ...[...series].map(([labels, value]) => `${name}${labels} ${value}`),
    ]);
    return `${[...counters, ...gauges.flat()].join('\n')}\n`;
  }

  private async gaugeLines(name: string): Promise<string[]> {
    const value = await this.valueOf(name);
    return value === undefined ? [] : [`# TYPE ${name} gauge`, `${name} ${value}`];
  }

  private async valueOf(name: string): Promise<number | undefined> {
    const gauge = this.gauges.get(name);
    try {
      return await Promise.race([gauge?.read(), timeout()]);
    } catch {
      this.count('metrics_gauge_failures_total', { gauge: name });
      return gauge?.whenUnread;
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
