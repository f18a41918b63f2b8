import 'reflect-metadata';
import { execSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureAnalytics } from './measures/analytics.js';
import { measureBookings } from './measures/bookings.js';
import { measureCockpit } from './measures/cockpit.js';
import { measureCommunity } from './measures/community.js';
import { measureBulkWrites } from './measures/bulk-writes.js';
import { measureDrillDown } from './measures/drill-down.js';
import { measureEventFeeds } from './measures/event-feeds.js';
import { measureFiles } from './measures/files.js';
import { measureForms } from './measures/forms.js';
import { measureGrowth } from './measures/growth.js';
import { measureHeavyBodies } from './measures/heavy-bodies.js';
import { measureLatency } from './measures/latency.js';
import { measureLearning } from './measures/learning.js';
import { measureLists } from './measures/lists.js';
import { FULL, QUICK, type Measure, type Row } from './measures/measure.js';
import { measureNeighbor } from './measures/neighbor.js';
import { measureOrdinaryClient } from './measures/ordinary-client.js';
import { measureOverload } from './measures/overload.js';
import { measurePeopleImport } from './measures/people-import.js';
import { measureProcesses } from './measures/processes.js';
import { measureReminders } from './measures/reminders.js';
import { measureRoundTrips } from './measures/round-trips.js';
import { measureSearch } from './measures/search.js';
import { measureSignInStorm } from './measures/sign-in-storm.js';
import { measureStandby } from './measures/standby.js';
import { measureStart } from './measures/start.js';
import { measureTax } from './measures/tax.js';
import { measureTimeline } from './measures/timeline.js';
import { measureTracing } from './measures/tracing.js';
import { measureUsage } from './measures/usage.js';
import { measureWebhookNeighbors } from './measures/webhook-neighbors.js';
import { measureWebhooks } from './measures/webhooks.js';
import { measureWrites } from './measures/writes.js';
import { stealClock } from './support/cpu.js';
import { openStage } from './support/stage.js';

const MEASURES: Record<string, Measure> = {
  'round trips': measureRoundTrips,
  writes: measureWrites,
  'ordinary client': measureOrdinaryClient,
  latency: measureLatency,
  tax: measureTax,
  cockpit: measureCockpit,
  'drill-down': measureDrillDown,
  analytics: measureAnalytics,
  bookings: measureBookings,
  'event feeds': measureEventFeeds,
  usage: measureUsage,
  'bulk writes': measureBulkWrites,
  'people import': measurePeopleImport,
  lists: measureLists,
  search: measureSearch,
  learning: measureLearning,
  timeline: measureTimeline,
  reminders: measureReminders,
  standby: measureStandby,
  processes: measureProcesses,
  tracing: measureTracing,
  webhooks: measureWebhooks,
  'webhook neighbors': measureWebhookNeighbors,
  overload: measureOverload,
  neighbor: measureNeighbor,
  'heavy bodies': measureHeavyBodies,
  'sign-in storm': measureSignInStorm,
  forms: measureForms,
  community: measureCommunity,
  files: measureFiles,
  growth: measureGrowth,
  start: measureStart,
};

/** `npm run bench [-- --quick] [-- NAME …]`: prints the figures and, unless quick, writes them to bench/results/. */
async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const effort = words.includes('--quick') ? QUICK : FULL;
  const wanted = words.filter((word) => !word.startsWith('--'));
  const lines = [
    `# Figures of ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}`,
    '',
    describeMachine(),
    '',
    'Medians of interleaved rounds in one run; load generator, service and PostgreSQL share the machine.',
    'fsync, synchronous_commit and row-level security are on. The load generator is a lean one of our own, as pgbench is one',
    'for the other side of R: kept connections, prepared request texts, answers read as far as their status and length.',
    '',
    '| Measure | Figure | Wanted |',
    '|---|---|---|',
  ];
  for (const [name, measure] of Object.entries(MEASURES)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`measuring ${name} …\n`);
    const stage = await openStage();
    const steal = stealClock();
    try {
      const rows = (await measure(stage, effort)).map(tableRow);
      rows.push(tableRow({ measure: `(${name}: of the processors, the host took)`, value: steal() * 100, unit: '%' }));
      // Printed immediately, so that results are not lost when a later measure fails.
      process.stderr.write(`${rows.join('\n')}\n`);
      lines.push(...rows);
    } catch (error) {
      lines.push(tableRow({ measure: name, unit: '', missing: String(error) }));
    } finally {
      await stage.close();
    }
  }
  const report = `${lines.join('\n')}\n`;
  process.stdout.write(report);
  if (effort === QUICK || wanted.length > 0) return;
  const folder = fileURLToPath(new URL('../../bench/results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}node-${process.versions.node.split('.')[0]}.md`, report);
}

function tableRow({ measure, value, unit, wanted = '', missing }: Row): string {
  const figure =
    value === undefined ? `not measured: ${missing ?? 'unknown'}` : `${rounded(value)}${unit === '' ? '' : ` ${unit}`}`;
  return `| ${measure} | ${figure} | ${wanted} |`;
}

function rounded(value: number): string {
  return Number.isInteger(value) || value >= 1000 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}

function describeMachine(): string {
  const version = execSync(`"${process.execPath}" --version`).toString().trim();
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${platform()} ${arch()}, ${cpus().length} × ${cpus()[0].model.trim()}, ${gigabytes} GiB, Node ${version}, the embedded PostgreSQL.`;
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
