import { setTimeout as delay } from 'node:timers/promises';
import { startStandby, type Standby } from '../support/standby.js';
import { until } from '../support/until.js';
import { CommitProxy } from './commit-proxy.js';
import { RECOVERY } from './ground.js';
import { Torture, type TortureOptions } from './torture.js';

export const FAILOVER = 'kill primary, promote standby';

/** How long it takes until somebody promotes the standby. */
const PROMOTED_AFTER_MS = 3_000;

/**
 * The primary is killed under load and its synchronous standby promoted, again and again. The service finds it by the
 * hosts of its URL.
 */
export class FailoverTorture extends Torture {
  /** From the promotion to the next acknowledged write. */
  readonly recoveriesMs: number[] = [];
  private standby: Standby | undefined;

  constructor(
    options: TortureOptions,
    private readonly failovers: number,
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
    const share = Math.ceil(keys.length / this.failovers);
    for (let done = 0; done < this.failovers; done += 1) {
      const some = keys.slice(done * share, (done + 1) * share);
      this.receivers.expect(some);
      const target = this.clients.begun + this.clients.backlog + Math.floor(some.length / 3);
      this.clients.add(some);
      await until(() => this.clients.begun >= target, { what: 'the keys before the failover are begun', ...RECOVERY });
      await this.failOver();
      if (done + 1 < this.failovers) await this.follow(done % 2);
      this.faults.set(FAILOVER, done + 1);
      this.tell(`${done + 1}/${this.failovers} ${FAILOVER}; ${this.clients.begun} keys begun`);
      await until(() => this.clients.backlog === 0, { what: 'the keys of this failover are begun', ...RECOVERY });
    }
  }

  private async failOver(): Promise<void> {
    const killed = this.ground.server;
    const promoted = this.standby as Standby;
    await killed.kill();
    await delay(PROMOTED_AFTER_MS);
    await promoted.promote();
    const promotedAt = new Date();
    this.ground.server = promoted;
    this.standby = undefined;
    await until(() => this.isAcknowledgedSince(promotedAt), { what: 'a write is acknowledged again', ...RECOVERY });
    this.recoveriesMs.push(Date.now() - promotedAt.getTime());
    await killed.stop();
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
