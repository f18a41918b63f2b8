import { captureWrite } from '../support/captured-write.js';
import { uuid } from '../support/ids.js';
import { median, putLoad } from '../support/load.js';
import { hasPgbench, pgbenchScript, runPgbench } from '../support/pgbench.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const BODY = { name: 'Tuesday accountability', type: 'accountability', scope: 'organization', capacity: 8 };
const CONNECTIONS = 16;

/** R, S and the replay ratio: the same write by the service, by pgbench and by the ordinary peer, in turn. */
export async function measureWrites(stage: Stage, effort: Effort): Promise<Row[]> {
  const key = uuid();
  const statements = await captureWrite(stage, BODY, key);
  const service = await startService(stage);
  const peer = await startService(stage, 'bench/peers/ordinary/main.js');
  const headers = { 'x-api-key': stage.apiKey };
  const write = (url: string, seconds: number) =>
    putLoad({
      url: `${url}/api/v1/groups`,
      method: 'POST',
      headers,
      body: JSON.stringify(BODY),
      connections: CONNECTIONS,
      seconds,
      newKeys: true,
    });
  const replay = (seconds: number) =>
    putLoad({
      url: `${service.url}/api/v1/groups`,
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'replayed' },
      body: JSON.stringify(BODY),
      connections: CONNECTIONS,
      seconds,
    });
  await write(service.url, effort.warmUpSeconds);
  await write(peer.url, effort.warmUpSeconds);
  await replay(1);

  const rates = {
    service: [] as number[],
    peer: [] as number[],
    replay: [] as number[],
    plain: [] as number[],
    pipelined: [] as number[],
  };
  const nodeMicroseconds: number[] = [];
  const pgbench = hasPgbench();
  for (let round = 0; round < effort.rounds; round += 1) {
    const before = service.cpuSeconds();
    const own = await write(service.url, effort.seconds);
    if (own.failures > 0) throw new Error(`${own.failures} writes failed`);
    rates.service.push(own.perSecond);
    nodeMicroseconds.push(((service.cpuSeconds() - before) / own.requests) * 1e6);
    if (pgbench) {
      rates.plain.push(
        runPgbench(stage, pgbenchScript(statements, stage, key, false), effort.pgbenchClients, effort.pgbenchSeconds),
      );
      rates.pipelined.push(
        runPgbench(stage, pgbenchScript(statements, stage, key, true), effort.pgbenchClients, effort.pgbenchSeconds),
      );
    }
    const ordinary = await write(peer.url, effort.seconds);
    if (ordinary.failures > 0) throw new Error(`${ordinary.failures} writes of the peer failed`);
    rates.peer.push(ordinary.perSecond);
    rates.replay.push((await replay(effort.seconds)).perSecond);
  }
  await service.stop();
  await peer.stop();

  const ratio = (a: number[], b: number[]): number => median(a.map((value, index) => value / b[index]));
  const newer = Number(process.versions.node.split('.')[0]) >= 24;
  return [
    { measure: 'statements of one write', value: statements.length, unit: '' },
    { measure: 'writes per second', value: median(rates.service), unit: '/s' },
    { measure: 'Node CPU of one write', value: median(nodeMicroseconds), unit: 'µs' },
    pgbench
      ? {
          measure: 'R: writes ÷ pgbench plain',
          value: ratio(rates.service, rates.plain),
          unit: '',
          wanted: newer ? '≥ 0.85' : '≥ 0.60',
        }
      : { measure: 'R: writes ÷ pgbench plain', unit: '', missing: 'pgbench is not installed' },
    pgbench
      ? {
          measure: 'R: writes ÷ pgbench pipelined',
          value: ratio(rates.service, rates.pipelined),
          unit: '',
          wanted: newer ? '≥ 0.45' : '≥ 0.32',
        }
      : { measure: 'R: writes ÷ pgbench pipelined', unit: '', missing: 'pgbench is not installed' },
    { measure: 'S: writes ÷ the ordinary way', value: ratio(rates.service, rates.peer), unit: '×', wanted: '≥ 3.5' },
    { measure: 'replays ÷ first writes', value: ratio(rates.replay, rates.service), unit: '×', wanted: '≥ 2.5' },
  ];
}
