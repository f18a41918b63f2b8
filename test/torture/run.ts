import 'reflect-metadata';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { FailoverTorture, type Failover } from './failover.js';
import { KILLS } from './plan.js';
import { Torture, type TortureReport } from './torture.js';

const LEASE_MS = 75_000;

const RUNS: Record<string, { keys: string; failovers: Failover[] }> = {
  faults: { keys: '10000', failovers: [] },
  // So many that 20,000 are acknowledged.
  failover: { keys: '22000', failovers: Array<Failover>(6).fill('kill primary') },
  silence: { keys: '6000', failovers: Array<Failover[]>(3).fill(['freeze primary', 'drop packets of primary']).flat() },
};

/** `npm run torture [-- faults|failover|silence] [-- --keys N] [-- --seed S]`: prints the counts; exits with 1 on a violation. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { keys: { type: 'string' }, seed: { type: 'string' } },
    allowPositionals: true,
  });
  const runs = positionals.length === 0 ? Object.keys(RUNS) : positionals;
  const seed = whole(values.seed ?? String(randomInt(2 ** 31)));
  for (const run of runs) {
    if (!Object.hasOwn(RUNS, run)) throw new Error(`${run} is no run: ${Object.keys(RUNS).join(', ')}`);
    const { keys, failovers } = RUNS[run];
    await torture(failovers, seed, whole(values.keys ?? keys));
  }
}

async function torture(failovers: readonly Failover[], seed: number, keys: number): Promise<void> {
  const started = performance.now();
  process.stderr.write(`seed ${seed}, ${keys} keys\n`);
  const tell = (line: string) =>
    void process.stderr.write(`${Math.round((performance.now() - started) / 1_000)} s: ${line}\n`);
  const options = { seed, keys, leaseMs: LEASE_MS, tell };
  const run = failovers.length > 0 ? new FailoverTorture(options, failovers) : new Torture(options);
  try {
    const report = await run.run();
    const seconds = Math.round((performance.now() - started) / 1_000);
    const head = [`seed ${seed}, Node ${process.versions.node}, ${seconds} s`];
    if (run instanceof FailoverTorture) {
      head.push(`ms from promotion to write: ${run.recoveriesMs.join(', ')}`);
      head.push(`slowest readiness probe: ${Math.round(run.slowestProbeMs)} ms`);
    }
    process.stdout.write(describe(report, [...head, `bytes logged: ${report.logged.length}`]));
    if (report.violations.length > 0) process.stderr.write(`what the service logged:\n${report.logged}\n`);
    if (report.violations.length > 0) process.exitCode = 1;
  } finally {
    await run.close();
  }
}

function describe(report: TortureReport, head: string[]): string {
  const kills = [...KILLS, 'kill primary'].reduce((sum, kind) => sum + (report.faults[kind] ?? 0), 0);
  const { unknown, deliveries, violations } = report;
  const lines = [
    ...head,
    `keys: ${report.keys} (${listed(report.fates)})`,
    ...Object.entries(report.operations)
      .sort(byName)
      .map(([operation, count]) => `  ${operation}: ${count}`),
    `attempts: ${report.attempts} (${listed(report.answers)})`,
    `kills: ${kills}`,
    ...Object.entries(report.faults)
      .sort(byName)
      .map(([kind, count]) => `  ${kind}: ${count}`),
    `errors that PostgreSQL answered: ${listed(report.sqlStates)}`,
    `unknown outcomes: ${unknown.lost} (${unknown.answered503} answered 503, ${unknown.committed} had committed)`,
    `deliveries: ${deliveries.arrived} arrived, ${deliveries.distinct} after removing duplicates`,
    ...violations.slice(0, 50).map(({ rule, where }) => `VIOLATION: ${rule}: ${where}`),
    `violations: ${violations.length}`,
  ];
  return `${lines.join('\n')}\n`;
}

function listed(counts: Record<string, number>): string {
  return Object.entries(counts)
    .sort(byName)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}

function byName([one]: [string, number], [other]: [string, number]): number {
  return one < other ? -1 : 1;
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${text} is no whole number`);
  return Number(text);
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
