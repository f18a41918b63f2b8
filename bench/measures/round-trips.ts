import { setTimeout as delay } from 'node:timers/promises';
import { startCountingProxy } from '../support/counting-proxy.js';
import { uuid } from '../support/ids.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

interface Trips {
  write: number;
  replay: number;
  read: number;
}

/** Database round trips on the socket before the response of a write, a replay and a read. */
export async function measureRoundTrips(stage: Stage, _effort: Effort): Promise<Row[]> {
  const { write, replay, read } = await countTrips(stage);
  return [
    { measure: 'round trips of a write', value: write, unit: '', wanted: '≤ 3' },
    { measure: 'round trips of a replay', value: replay, unit: '', wanted: '≤ 2' },
    { measure: 'round trips of a read (cockpit)', value: read, unit: '', wanted: '≤ 2' },
  ];
}

/** The round trips to the primary. */
export async function countTrips(stage: Stage, environment: Record<string, string> = {}): Promise<Trips> {
  const proxy = await startCountingProxy({ host: '127.0.0.1', port: stage.cluster.port });
  const url = new URL(stage.cluster.serviceUrl);
  url.port = String(proxy.port);
  const service = await startService(stage, 'service/main.js', {
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: '1',
    ROLE: 'api',
    ...environment,
  });
  const cohortId = await addEmptyCohort(stage);
  const headers = { 'x-api-key': stage.apiKey, 'content-type': 'application/json' };
  const count = async (path: string, init: RequestInit): Promise<number> => {
    await delay(200);
    proxy.take();
    const response = await fetch(`${service.url}/api/v1${path}`, init);
    // Only what the response waited for: the ROLLBACK of a read follows it.
    const trips = proxy.take();
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return trips;
  };
  const write = (key: string) =>
    count('/groups', {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: JSON.stringify({ name: 'Level one', type: 'level', scope: 'organization' }),
    });
  const read = () => count(`/cohorts/${cohortId}/cockpit`, { headers });
  await write(uuid());
  await read();
  const key = uuid();
  const trips = { write: await write(key), replay: await write(key), read: await read() };
  await service.stop();
  proxy.close();
  return trips;
}

async function addEmptyCohort(stage: Stage): Promise<string> {
  const [programId, cohortId] = [uuid(), uuid()];
  await stage.admin.query(`insert into programs values ($1, $2, 'Bench', null, 'active', now(), now())`, [
    stage.organizationId,
    programId,
  ]);
  await stage.admin.query(
    `insert into cohorts (organization_id, id, program_id, name, status, timezone, created_at, updated_at)
     values ($1, $2, $3, 'Bench', 'active', 'UTC', now(), now())`,
    [stage.organizationId, cohortId, programId],
  );
  return cohortId;
}
