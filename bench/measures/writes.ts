import { captureWrite, templateOf } from '../support/captured-write.js';
import { uuid } from '../support/ids.js';
import { postgresCpuClock } from '../support/cpu.js';
import { CONNECTIONS, GROUP, writeGroups } from '../support/group-writes.js';
import { median } from '../support/figures.js';
import { putLoad } from '../support/load.js';
import { hasPgbench, pgbenchScript, runPgbench } from '../support/pgbench.js';
import { startService, type ServiceProcess } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

/** R, S and the replay ratio: the same write by the service, by pgbench and by the ordinary peer, in turn. */
export async function measureWrites(stage: Stage, effort: Effort): Promise<Row[]> {
  const key = uuid();
  const statements = await captureWrite(stage, GROUP, key);
  const templates = templateOf(statements, stage, key);
  const service = await startService(stage);
  const bare = await startService(stage, 'bench/peers/bare/main.js', { WRITE_TEMPLATE: JSON.stringify(templates) });
  const peer = await startService(stage, 'bench/peers/ordinary/main.js');
  const { apiKey } = stage;
  const write = (url: string, seconds: number) => writeGroups(url, seconds, { apiKey });
  const replay = (seconds: number) =>
    putLoad({
      url: `${service.url}/api/v1/groups`,
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'idempotency-key': 'replayed' },
      body: JSON.stringify(GROUP),
      connections: CONNECTIONS,
      seconds,
    });
  await write(service.url, effort.warmUpSeconds);
  await write(peer.url, effort.warmUpSeconds);
  await write(bare.url, effort.warmUpSeconds);
  await replay(effort.warmUpSeconds);

  const rates = {
    service: [] as number[],
    peer: [] as number[],
    bare: [] as number[],
    replay: [] as number[],
    plain: [] as number[],
    pipelined: [] as number[],
  };
  const microseconds = {
    service: [] as number[],
    postgres: [] as number[],
    load: [] as number[],
    peer: [] as number[],
    bare: [] as number[],
  };
  const measured = async (name: 'service' | 'peer' | 'bare', { url, cpuSeconds }: ServiceProcess) => {
    const before = cpuSeconds();
    const result = await write(url, effort.seconds);
    rates[name].push(result.perSecond);
    microseconds[name].push(((cpuSeconds() - before) / result.requests) * 1e6);
    return result;
  };
  const postgresCpu = await postgresCpuClock(stage);
  const pgbench = hasPgbench();
  for (let round = 0; round < effort.rounds * 2; round += 1) {
    const postgresBefore = postgresCpu();
    const own = await measured('service', service);
    microseconds.postgres.push(((postgresCpu() - postgresBefore) / own.requests) * 1e6);
    microseconds.load.push((own.cpuSeconds / own.requests) * 1e6);
    rates.replay.push((await replay(effort.seconds)).perSecond);
    if (pgbench) {
      rates.plain.push(
        runPgbench(stage, pgbenchScript(templates, false), effort.pgbenchClients, effort.pgbenchSeconds),
      );
      rates.pipelined.push(
        runPgbench(stage, pgbenchScript(templates, true), effort.pgbenchClients, effort.pgbenchSeconds),
      );
    }
    await measured('peer', peer);
    await measured('bare', bare);
  }
  await service.stop();
  await peer.stop();
  await bare.stop();

  const ratio = (a: number[], b: number[]): number => median(a.map((value, index) => value / b[index]));
  const newer = Number(process.versions.node.split('.')[0]) >= 24;
  return [
    { measure: 'statements of one write', value: statements.length, unit: '' },
    { measure: 'writes per second', value: median(rates.service), unit: '/s' },
    { measure: 'CPU of one write: the service (Node)', value: median(microseconds.service), unit: 'µs' },
    { measure: '… PostgreSQL, all of its processes', value: median(microseconds.postgres), unit: 'µs' },
    { measure: '… the load generator', value: median(microseconds.load), unit: 'µs' },
    { measure: '… the ordinary way (Node)', value: median(microseconds.peer), unit: 'µs' },
    { measure: '… a bare program that sends the same statements (Node)', value: median(microseconds.bare), unit: 'µs' },
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
    ...(pgbench
      ? [
          { measure: '… the bare program ÷ pgbench plain', value: ratio(rates.bare, rates.plain), unit: '' },
          { measure: '… the bare program ÷ pgbench pipelined', value: ratio(rates.bare, rates.pipelined), unit: '' },
        ]
      : []),
    { measure: 'S: writes ÷ the ordinary way', value: ratio(rates.service, rates.peer), unit: '×', wanted: '≥ 3.5' },
    { measure: 'replays ÷ first writes', value: ratio(rates.replay, rates.service), unit: '×', wanted: '≥ 2.5' },
  ];
}
