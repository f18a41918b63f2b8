import { setTimeout as delay } from 'node:timers/promises';
import { startStandby, type Standby } from '../support/standby.js';
import { until } from '../support/until.js';
import { CommitProxy } from './commit-proxy.js';
import { RECOVERY } from './ground.js';
import { Torture, type TortureOptions } from './torture.js';

/** What becomes of the primary before its standby is promoted. */
export const FAILOVERS = ['kill primary', 'freeze primary', 'drop packets of primary'] as const;
export type Failover = (typeof FAILOVERS)[number];

/** How long it takes until somebody promotes the standby: longer where the primary is only silent. */
const PROMOTED_AFTER_MS: Record<Failover, number> = {
  'kill primary': 3_000,
  'freeze primary': 4_000,
  'drop packets of primary': 4_000,
};
const PROBE_EVERY_MS = 250;

/**
 * The primary is lost under load and its synchronous standby promoted, again and again. The service finds it by the hosts
 * of its URL.
 */
export class FailoverTorture extends Torture {
  /** From the promotion to the next acknowledged write. */
  readonly recoveriesMs: number[] = [];
  /** The slowest answer of a readiness probe between the loss of a primary and the next acknowledged write. */
  slowestProbeMs = 0;
  private standby: Standby | undefined;

  constructor(
    options: TortureOptions,
    private readonly failovers: readonly Failover[],
  ) {
    super(options);
  }

  override async close(): Promise<void> {
    await super.close();
    await this.standby?.stop();
  }

  protected override async openDatabase(): Promise<string> {
    const primary = this.ground.server;
    this.standby = await startStandby(primary, { synchronous: true });
    this.proxies = [await CommitProxy.open(primary.port), await CommitProxy.open(this.standby.port)];
    return `${this.proxies.map(({ address }) => address).join(',')}?target_session_attrs=read-write`;
  }

  protected override async attack(): Promise<void> {
    const keys = this.plan.rounds.flatMap((round) => round.keys);
    const share = Math.ceil(keys.length / this.failovers.length);
    for (const [done, failover] of this.failovers.entries()) {
      const some = keys.slice(done * share, (done + 1) * share);
      this.receivers.expect(some);
      const target = this.clients.begun + this.clients.backlog + Math.floor(some.length / 3);
      this.clients.add(some);
      await until(() => this.clients.begun >= target, { what: 'the keys before the failover are begun', ...RECOVERY });
      await this.failOver(failover, done % 2);
      if (done + 1 < this.failovers.length) await this.follow(done % 2);
      this.faults.set(failover, (this.faults.get(failover) ?? 0) + 1);
      this.tell(`${done + 1}/${this.failovers.length} ${failover}; ${this.clients.begun} keys begun`);
      await until(() => this.clients.backlog === 0, { what: 'the keys of this failover are begun', ...RECOVERY });
    }
  }

  private async failOver(failover: Failover, host: number): Promise<void> {
    const lost = this.ground.server;
    const promoted = this.standby as Standby;
    if (failover === 'kill primary') await lost.kill();
    else if (failover === 'freeze primary') lost.freeze();
    else this.proxies[host].silence();
    const probing = this.probe();
    await delay(PROMOTED_AFTER_MS[failover]);
    await promoted.promote();
    const promotedAt = new Date();
    this.ground.server = promoted;
    this.standby = undefined;
    await until(() => this.isAcknowledgedSince(promotedAt), { what: 'a write is acknowledged again', ...RECOVERY });
    this.recoveriesMs.push(Date.now() - promotedAt.getTime());
    await probing.stop();
    if (failover !== 'kill primary') await lost.kill();
    await lost.stop();
  }

  /** Asks each process for its readiness, again and again. */
  private probe(): { stop: () => Promise<void> } {
    let over = false;
    const run = async (): Promise<void> => {
      while (!over) {
        await Promise.all(this.services.urls.map((url) => this.timeProbe(url)));
        await delay(PROBE_EVERY_MS);
      }
    };
    const running = run();
    return {
      stop: () => {
        over = true;
        return running;
      },
    };
  }

  private async timeProbe(url: string): Promise<void> {
    const startedAt = performance.now();
    await fetch(`${url}/health/ready`).then((response) => response.text());
    this.slowestProbeMs = Math.max(this.slowestProbeMs, performance.now() - startedAt);
  }

  /** The next standby takes the place of the server that was killed. */
  private async follow(host: number): Promise<void> {
    this.standby = await startStandby(this.ground.server, { synchronous: true });
    this.proxies[host].leadTo(this.standby.port);
  }

  private isAcknowledgedSince(instant: Date): boolean {
    const latest = this.clients.answers.slice(-100);
    return latest.some(({ status, answered_at: at }) => status !== null && status < 300 && at > instant);
  }
}
