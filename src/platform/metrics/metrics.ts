import { Injectable } from '@nestjs/common';

type Labels = Record<string, string>;

/** Counters and gauges of this process, as text for a scraper. Labels never name a tenant. */
@Injectable()
export class Metrics {
  private readonly counters = new Map<string, Map<string, number>>();
  private readonly gauges = new Map<string, () => Promise<number>>();

  /** Adds one to a counter. */
  count(name: string, labels: Labels = {}): void {
    const series = this.counters.get(name) ?? new Map<string, number>();
    const key = labelText(labels);
    series.set(key, (series.get(key) ?? 0) + 1);
    this.counters.set(name, series);
  }

  /** Declares a value that is read whenever somebody asks. */
  gauge(name: string, read: () => Promise<number>): void {
    this.gauges.set(name, read);
  }

  /** Everything in the Prometheus text format. */
  async text(): Promise<string> {
    const lines: string[] = [];
    for (const [name, series] of this.counters) {
      lines.push(`# TYPE ${name} counter`);
      for (const [labels, value] of series) lines.push(`${name}${labels} ${value}`);
    }
    for (const [name, read] of this.gauges) lines.push(`# TYPE ${name} gauge`, `${name} ${await read()}`);
    return `${lines.join('\n')}\n`;
  }
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}
