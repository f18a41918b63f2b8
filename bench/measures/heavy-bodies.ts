import { percentile } from '../support/figures.js';
import { uuid } from '../support/ids.js';
import { putOpenLoad } from '../support/open-load.js';
import { neighborReads } from '../support/neighbor-reads.js';
import { startService } from '../support/service-process.js';
import { addOrganization, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const CONNECTIONS = 4;
/** A quarter of the default limit of a key. */
const PER_SECOND = 27;

/** Members that no operation declares, with names of three characters. */
function unknownMembers(count: number): object {
  const first = parseInt('a00', 36);
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [(first + index).toString(36), 0]));
}

/** 499 people with as many columns as fit into the longest CSV. */
function widestFile(): string {
  const columns = Array.from({ length: 138 }, (_, index) => `c${index}`);
  const rows = Array.from({ length: 499 }, (_, index) => [`p${index}@x.io`, 'N', ...columns.map(() => 'a')]);
  return [['email', 'name', ...columns], ...rows].map((cells) => cells.join()).join('\n');
}

interface Attack {
  name: string;
  by: 'MEMBER' | 'OWNER';
  path: () => string;
  body: object;
}

const message = (method: string, params: object): Omit<Attack, 'name'> => ({
  by: 'MEMBER',
  path: () => '/mcp',
  body: { jsonrpc: '2.0', id: 1, method, params },
});
const call = (count: number) => message('tools/call', { name: 'list_programs', arguments: unknownMembers(count) });
const submission = (count: number): Omit<Attack, 'name'> => ({
  by: 'MEMBER',
  path: () => `/api/v1/deliverables/${uuid()}/submissions`,
  body: unknownMembers(count),
});

const ATTACKS: Attack[] = [
  { name: 'as many unknown fields as 256 kB hold', ...submission(28_000) },
  { name: '9,980 unknown fields', ...submission(9_980) },
  { name: 'a tool call with 9,980 unknown arguments', ...call(9_980) },
  { name: 'a tool call with 980 unknown arguments', ...call(980) },
  { name: 'a ping with 9,980 params', ...message('ping', unknownMembers(9_980)) },
  { name: 'a ping with 980 params', ...message('ping', unknownMembers(980)) },
  {
    name: 'imports of 140 columns and 499 rows',
    by: 'OWNER',
    path: () => '/api/v1/people-imports',
    body: { csv: widestFile() },
  },
];

/** The reads of an organization while one key of another one sends the most expensive bodies it may, 27 a second. */
export async function measureHeavyBodies(stage: Stage, effort: Effort): Promise<Row[]> {
  const neighbor = await addOrganization(stage.admin);
  const service = await startService(stage);
  const reads = (seconds: number) => neighborReads(service.url, neighbor.apiKey, seconds);
  await reads(effort.warmUpSeconds / 2);
  const rows: Row[] = [];
  for (const { name, by, path, body } of ATTACKS) {
    const { apiKey } = await addOrganization(stage.admin, by);
    const attack = (seconds: number) =>
      putOpenLoad(
        {
          url: `${service.url}${path()}`,
          method: 'POST',
          headers: { 'x-api-key': apiKey, accept: 'application/json, text/event-stream' },
          body: JSON.stringify(body),
          newKeys: true,
          connections: CONNECTIONS,
          seconds,
        },
        PER_SECOND,
      );
    // The first of a kind are slow, as their code is not compiled yet.
    await attack(effort.warmUpSeconds / 4);
    const idle = await reads(effort.seconds);
    const [loaded, sent] = await Promise.all([reads(effort.seconds), attack(effort.seconds)]);
    const [idleP95, p95] = [idle, loaded].map(({ times }) => percentile(times, 95));
    rows.push(
      {
        measure: `neighbor of ${name}, ${PER_SECOND} a second: not served`,
        value: loaded.failed,
        unit: '',
        wanted: '0',
      },
      { measure: '… its p95 when idle', value: idleP95, unit: 'ms' },
      { measure: '… its p95 beside them', value: p95, unit: 'ms' },
      { measure: '… beside them ÷ idle', value: p95 / idleP95, unit: '×', wanted: '≤ 5' },
      { measure: '… its slowest read', value: Math.max(...loaded.times), unit: 'ms' },
      {
        measure: '… status of the others',
        value: percentile(
          sent.map(({ status }) => status),
          50,
        ),
        unit: '',
      },
    );
  }
  await service.stop();
  return rows;
}
