import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';

/** The Content-Type of the Prometheus text format. */
export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** Below the timeout of a scrape, which is 10 s by default in Prometheus. */
const GAUGE_TIMEOUT_MS = 1_000;

/** A counter with at most one label, whose values are known: each has its series, at 0, from the start. */
export interface CounterDeclaration<Label extends string> {
  name: string;
  help: string;
  label?: { name: Label; values: readonly string[] };
}

export interface GaugeDeclaration {
  name: string;
  help: string;
  read: () => number | Promise<number>;
  /** Its value while it cannot be read. Without one it is left out then. */
  whenUnread?: number;
}

const declared: CounterDeclaration<string>[] = [];

/** Declares a counter that `Metrics.count` takes. Labels never name a tenant. */
export function declareCounter<const Label extends string = never>(
  counter: CounterDeclaration<Label>,
): CounterDeclaration<Label> {
  declared.push(counter);
  return counter;
}

const gaugeFailures = declareCounter({
  name: 'metrics_failed_readings_total',
  help: 'Readings of a gauge that failed or took longer than a second.',
  label: { name: 'metric', values: [] },
});

/** The metrics of this process, in a register of their own. */
@Injectable()
export class Metrics {
  readonly register = new Registry();
  private readonly counters = new Map<CounterDeclaration<string>, Counter>();
  private readonly readings: (() => Promise<void>)[] = [];

  constructor() {
    for (const counter of declared) this.add(counter);
  }

  count<Label extends string>(counter: CounterDeclaration<Label>, labels?: Record<Label, string>): void {
    this.counters.get(counter)?.inc(labels ?? {});
  }

  /** Shows the series at 0 before anything is counted, where its values are not known when the counter is declared. */
  startAtZero<Label extends string>(counter: CounterDeclaration<Label>, labels: Record<Label, string>): void {
    this.counters.get(counter)?.inc(labels, 0);
  }

  gauge(declaration: GaugeDeclaration): void {
    const { name, help } = declaration;
    this.startAtZero(gaugeFailures, { metric: name });
    const gauge = new Gauge({ name, help, registers: [this.register] });
    this.readings.push(async () => {
      const value = await this.valueOf(declaration);
      if (value === undefined) gauge.remove();
      else gauge.set(value);
    });
  }

  /** All metrics in the Prometheus text format. */
  async text(): Promise<string> {
    // Before the counters are written, which count the failures.
    await Promise.all(this.readings.map((read) => read()));
    return this.register.metrics();
  }

  private add(declaration: CounterDeclaration<string>): void {
    const { name, help, label } = declaration;
    const counter = new Counter({ name, help, labelNames: label ? [label.name] : [], registers: [this.register] });
    if (label) for (const value of label.values) counter.inc({ [label.name]: value }, 0);
    this.counters.set(declaration, counter);
  }

  private async valueOf({ name, read, whenUnread }: GaugeDeclaration): Promise<number | undefined> {
    try {
      return await Promise.race([read(), timeout()]);
    } catch {
      this.count(gaugeFailures, { metric: name });
      return whenUnread;
    }
  }
}

async function timeout(): Promise<never> {
  await delay(GAUGE_TIMEOUT_MS, undefined, { ref: false });
  throw new Error('timeout');
}
