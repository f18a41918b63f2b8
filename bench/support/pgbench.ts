import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseApiKey } from '../../src/platform/access/api-key.js';
import type { SentStatement } from './captured-write.js';
import type { Stage } from './stage.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether pgbench is on this machine. */
export function hasPgbench(): boolean {
  return spawnSync('pgbench', ['--version']).status === 0;
}

/**
 * The captured statements as a pgbench script: the same texts with the same values, but for the ids and the
 * Idempotency-Key that the write made anew, which count up here. `pipelined` sends each transaction in one flight.
 */
export function pgbenchScript(
  statements: readonly SentStatement[],
  stage: Stage,
  madeKey: string,
  pipelined: boolean,
): string {
  const known = new Set([
    stage.organizationId,
    stage.ownerAccountId,
    stage.ownerMemberId,
    parseApiKey(stage.apiKey)?.id,
  ]);
  const made = new Map<string, number>();
  const literal = (value: unknown): string => {
    if (value === null || value === undefined) return 'null';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (text === madeKey) return `('bench-' || :client_id::text || '-' || :n::text)`;
    if (UUID.test(text) && !known.has(text)) {
      if (!made.has(text)) made.set(text, made.size);
      const place = made.get(text) ?? 0;
      return `('0${place}a1fa90-' || lpad(to_hex(:client_id::integer), 4, '0') || '-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid`;
    }
    // pgbench takes a colon before a letter for one of its variables, even within quotes; JSON allows a space there.
    return `'${text.replaceAll("'", "''").replace(/:(?=[a-z])/gi, ': ')}'`;
  };
  const lines = statements.map(({ text, values }) => {
    const oneLine = text.replace(/\s+/g, ' ').trim();
    return `${oneLine.replace(/\$(\d+)/g, (_, index: string) => literal(values[Number(index) - 1]))};`;
  });
  const sent = pipelined ? ['\\startpipeline', ...lines, '\\endpipeline'] : lines;
  return ['\\set n :n + 1', ...sent, ''].join('\n');
}

/** Transactions per second of a script, best over the given numbers of clients. */
export function runPgbench(stage: Stage, script: string, clients: readonly number[], seconds: number): number {
  const file = join(mkdtempSync(join(tmpdir(), 'delivery-pgbench-')), 'write.sql');
  writeFileSync(file, script);
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
        file,
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
        encoding: 'utf8',
      },
    );
    const rate = /tps = ([\d.]+)/.exec(stdout);
    if (status !== 0 || !rate) throw new Error(`pgbench: ${stderr.split('\n').slice(0, 5).join(' ')}`);
    return Number(rate[1]);
  };
  return Math.max(...clients.map(run));
}
