/** Latencies in milliseconds. */
export interface Latencies {
  p50: number;
  p95: number;
  p99: number;
  mean: number;
}

export function latenciesOf(times: readonly number[]): Latencies {
  return {
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
  };
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
