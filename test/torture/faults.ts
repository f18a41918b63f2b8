import { join } from 'node:path';
import { findReadyPostmaster } from '#runtime/embedded-database/postmaster.js';
import { until } from '../support/until.js';
import type { Clients } from './clients.js';
import { CUTS, type CommitProxy, type Cut } from './commit-proxy.js';
import { RECOVERY, type Ground } from './ground.js';
import type { FaultKind, PlannedKey } from './plan.js';
import type { Receivers } from './receivers.js';
import { holdRow, lockInOppositeOrder, serializable } from './rivals.js';
import type { Services } from './services.js';

/** Makes faults happen, one after another, and waits until what they broke is whole again. */
export class Faults {
  private readonly cuts = { request: 0, worker: 0 };

  constructor(
    private readonly ground: Ground,
    private readonly proxy: CommitProxy,
    private readonly services: Services,
    private readonly clients: Clients,
    private readonly receivers: Receivers,
    private readonly counts: Map<string, number>,
  ) {}

  async happen(kind: FaultKind, baits: PlannedKey[]): Promise<void> {
    switch (kind) {
      case 'kill postmaster':
        await this.beside(baits, () => this.killPostmaster());
        break;
      case 'kill backend':
        await this.beside(baits, () => this.killBackend());
        break;
      case 'kill service':
        await this.beside(baits, () => this.services.killOldest());
        break;
      case 'kill services between sending and recording':
        await this.killBetweenSendingAndRecording(baits);
        break;
      case 'terminate backends':
        await this.beside(baits, () => this.terminateBackends());
        break;
      case 'cut after COMMIT':
        await this.cutRequest(baits[0]);
        break;
      case 'cut after COMMIT, worker':
        await this.cutWorker(baits);
        break;
      case 'deadlock':
        await this.deadlock(baits);
        break;
      case 'lock held':
        await holdRow(this.ground, () => this.untilCounted('55P03', baits));
        break;
      case 'serializable':
        await serializable(this.ground, () => this.untilCounted('40001', baits));
        break;
    }
    this.count(kind);
    await until(() => this.ground.isUp(), { what: 'PostgreSQL is up', ...RECOVERY });
    // The other process may take its time; the next fault needs one.
    await this.services.someRun();
  }

  private send(baits: PlannedKey[]): void {
    for (const bait of baits) void this.clients.send(bait);
  }

  private count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** The fault comes while the baits are under way. What becomes of them is waited for with the other keys. */
  private async beside(baits: PlannedKey[], fault: () => Promise<void>): Promise<void> {
    this.send(baits);
    await fault();
  }

  private async killPostmaster(): Promise<void> {
    const cluster = join(this.ground.server.dataDir, 'pg');
    const before = findReadyPostmaster(cluster)?.pid;
    if (before === undefined) throw new Error('there is no postmaster to kill');
    process.kill(before, 'SIGKILL');
    const startedAgain = (): boolean => ![undefined, before].includes(findReadyPostmaster(cluster)?.pid);
    await until(startedAgain, { what: 'the supervisor has started PostgreSQL again', ...RECOVERY });
  }

  /** A backend that dies takes all others with it: PostgreSQL recovers from its log. */
  private async killBackend(): Promise<void> {
    const pid = await this.ground.admin(async (admin) => {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where usename = 'delivery_service' order by xact_start nulls last limit 1`,
      );
      return rows.at(0)?.pid;
    });
    if (pid === undefined) throw new Error('there is no backend to kill');
    process.kill(pid, 'SIGKILL');
    await until(async () => !(await this.backendLives(pid)), { what: 'PostgreSQL has noticed', ...RECOVERY });
  }

  private backendLives(pid: number): Promise<boolean> {
    return this.ground
      .admin((admin) => admin.query('select 1 from pg_stat_activity where pid = $1', [pid]))
      .then(
        ({ rowCount }) => rowCount !== 0,
        () => true,
      );
  }

  private async terminateBackends(): Promise<void> {
    await this.ground.admin((admin) =>
      admin.query(
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity where usename = 'delivery_service'
           order by xact_start nulls last limit 6) busy`,
      ),
    );
  }

  private async killBetweenSendingAndRecording(baits: PlannedKey[]): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.receivers.onNextDelivery = () => void this.services.killEvery().then(resolve, reject);
      this.send(baits);
    });
  }

  /** Of any other write the COMMIT may end a transaction that has failed: it is the bait's that is cut. */
  private async cutRequest(bait: PlannedKey): Promise<void> {
    const cut = this.nextCut('request');
    let isCut = false;
    const done = this.proxy.cutNext(bait, cut).then(() => (isCut = true));
    await Promise.race([done, this.clients.send(bait)]);
    if (!isCut) throw new Error(`the COMMIT of ${bait.key} was not seen`);
    this.count(`cut after COMMIT: ${cut}`);
  }

  private async cutWorker(baits: PlannedKey[]): Promise<void> {
    const done = this.proxy.cutNext('worker', this.nextCut('worker'));
    this.send(baits);
    await done;
  }

  private nextCut(whose: keyof Faults['cuts']): Cut {
    return CUTS[this.cuts[whose]++ % CUTS.length];
  }

  private async deadlock(baits: PlannedKey[]): Promise<void> {
    const before = this.proxy.sqlStates.get('40P01') ?? 0;
    for (const bait of baits) {
      let sent: Promise<void> | undefined;
      await lockInOppositeOrder(this.ground, () => {
        sent = this.clients.send(bait);
      });
      await sent;
      if ((this.proxy.sqlStates.get('40P01') ?? 0) > before) return;
    }
    throw new Error('no deadlock came about');
  }

  private async untilCounted(sqlState: string, baits: PlannedKey[]): Promise<void> {
    const before = this.proxy.sqlStates.get(sqlState) ?? 0;
    this.send(baits);
    const answered = (): boolean => (this.proxy.sqlStates.get(sqlState) ?? 0) > before;
    await until(answered, { what: `PostgreSQL answers with ${sqlState}`, ...RECOVERY });
  }
}
