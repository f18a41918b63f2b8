import { spawnSync } from 'node:child_process';
import type { Template } from './captured-write.js';
import type { Stage } from './stage.js';

/** Whether pgbench is on this machine. */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/**
 * The templates as a pgbench script with generated ids and Idempotency-Keys. `pipelined` sends each transaction in one
 * round trip.
 */
export function pgbenchScript(templates: readonly Template[], pipelined: boolean): string {
  const lines = templates.map(({ text, values }) => {
    const oneLine = text.replace(/\s+/g, ' ').trim();
    return `${oneLine.replace(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))};`;
  });
  const sent = pipelined ? ['\\startpipeline', ...lines, '\\endpipeline'] : lines;
  return ['\\set n :n + 1', ...sent, ''].join('\n');
}

function literal(value: Template['values'][number]): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
  // pgbench replaces a colon before a letter, even within quotes; in JSON a space may follow the colon.
  if (typeof value === 'string') return `'${value.replaceAll("'", "''").replace(/:(?=[a-z])/gi, ': ')}'`;
  if ('bytes' in value) return `'\\x${value.bytes}'`;
  if ('key' in value) return `('bench-' || :client_id::text || '-' || :n::text)`;
  return `('0${value.id}a1fa90-' || lpad(to_hex(:client_id::integer), 4, '0') || '-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid`;
}

/** The transactions per second of a script, the best over the given numbers of clients. */
export function runPgbench(stage: Stage, script: string, clients: readonly number[], seconds: number): number {
  const url = new URL(stage.cluster.serviceUrl);
  const run = (count: number): number => {
    const start = Math.floor(Date.now() / 1000) % 100_000_000;
    const { stdout, stderr, status } = spawnSync(
      'pgbench',
      [
        '-n',
        '-M',
        'prepared',
        '-f',
        '-',
        '-c',
        String(count),
        '-j',
        '2',
        '-T',
        String(seconds),
        '-D',
        `n=${start * 10_000}`,
        url.pathname.slice(1),
      ],
      {
        env: {
          ...process.env,
          PGHOST: url.hostname,
          PGPORT: url.port,
          PGUSER: url.username,
          PGPASSWORD: decodeURIComponent(url.password),
        },
        input: script,
        encoding: 'utf8',
      },
    );
    const rate = /tps = ([\d.]+)/.exec(stdout);
    if (status !== 0 || !rate) throw new Error(`pgbench: ${stderr.split('\n').slice(0, 5).join(' ')}`);
    return Number(rate[1]);
  };
  return Math.max(...clients.map(run));
}
