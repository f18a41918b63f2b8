import type { Client } from 'pg';
import { Dice } from '../support/dice.js';
import { StripeServer } from '../support/stripe/stripe-server.js';
import { until } from '../support/until.js';
import { Buyers } from './buyers.js';
import { Clients } from './clients.js';
import { CommitProxy } from './commit-proxy.js';
import { Faults } from './faults.js';
import { FeedReader } from './feed-reader.js';
import { Ground, RECOVERY } from './ground.js';
import { expectedOf } from './operations.js';
import { Plan, type PlannedKey } from './plan.js';
import { Receivers } from './receivers.js';
import { Services } from './services.js';
import { findViolations, type Violation } from './verdict.js';
import { load } from './witness.js';
import { secretOf } from './workload.js';

export interface TortureOptions {
  seed: number;
  keys: number;
  /** How long the leases of killed processes are really waited for before they are ended by hand. */
  leaseMs: number;
  keysAtOnce?: number;
  rotating?: number;
  tell?: (line: string) => void;
}

export interface TortureReport {
  keys: number;
  fates: Record<string, number>;
  /** The same of each operation: `bulk_enroll acknowledged`. */
  operations: Record<string, number>;
  attempts: number;
  answers: Record<string, number>;
  faults: Record<string, number>;
  sqlStates: Record<string, number>;
  /** COMMITs whose answer was lost, and what the database holds of them. */
  unknown: { lost: number; answered503: number; committed: number };
  deliveries: { arrived: number; distinct: number };
  violations: Violation[];
  /** Errors that the service logged and told nobody. */
  logged: string;
}

/** One run; `close` ends all that it started. Between them the database can be looked at. */
export class Torture {
  ground: Ground;
  protected proxies: CommitProxy[] = [];
  protected services: Services;
  protected clients: Clients;
  protected receivers: Receivers;
  protected plan: Plan;
  private reader: FeedReader | undefined;
  private provider: StripeServer;
  private buyers: Buyers;
  protected readonly faults = new Map<string, number>();

  constructor(protected readonly options: TortureOptions) {}

  async run(): Promise<TortureReport> {
    await this.open();
    await this.attack();
    await this.services.allRun();
    await this.clients.idle();
    this.tell('all keys are done, waiting for the payments');
    await this.buyers.finish();
    this.tell('waiting for the deliveries');
    await this.receivers.settle(this.options.leaseMs);
    await this.reader?.finish();
    await this.handOver();
    return this.report();
  }

  async close(): Promise<void> {
    this.clients?.stop();
    this.reader?.stop();
    await this.services?.killEvery();
    await this.receivers?.close();
    for (const proxy of this.proxies) await proxy.close();
    await this.ground?.close();
    await this.provider?.close();
  }

  protected tell(line: string): void {
    this.options.tell?.(line);
  }

  /** Starts what the service connects to; the URL's hosts and parameters. */
  protected async openDatabase(): Promise<string> {
    this.proxies = [await CommitProxy.open(this.ground.server.port)];
    return this.proxies[0].address;
  }

  protected async attack(): Promise<void> {
    const faults = new Faults(this.ground, this.proxies[0], this.services, this.clients, this.receivers, this.faults);
    for (const [index, { keys, baits, fault, begunBefore }] of this.plan.rounds.entries()) {
      this.receivers.expect([...keys, ...baits]);
      const target = this.clients.begun + this.clients.backlog + begunBefore;
      this.clients.add(keys);
      await until(() => this.clients.begun >= target, { what: 'the keys before the fault are begun', ...RECOVERY });
      await faults.happen(fault, baits);
      await this.buyers.visit();
      this.tell(`${index + 1}/${this.plan.rounds.length} ${fault}; ${this.clients.begun} keys begun`);
      await until(() => this.clients.backlog === 0, { what: 'the keys of this fault are begun', ...RECOVERY });
    }
  }

  private async open(): Promise<void> {
    const { seed, keys, keysAtOnce = 16, rotating = 4 } = this.options;
    this.provider = await StripeServer.open();
    const size = { cohorts: 4, enrollments: 12, tasks: expectedOf('create_deliverable', keys), keys };
    this.ground = await Ground.open(size, this.provider);
    const { serviceUrl, ownerUrl } = this.ground.server;
    const hosts = await this.openDatabase();
    const [service, owner] = [serviceUrl, ownerUrl].map((url) => throughHosts(url, hosts));
    this.services = new Services(service, owner, 2, this.provider.url);
    await this.services.allRun();
    this.clients = new Clients(this.services, this.ground.apiKey, keysAtOnce);
    this.receivers = new Receivers(this.ground, this.services);
    await this.receivers.open(rotating);
    this.plan = new Plan(this.ground, seed, keys);
    this.buyers = new Buyers(this.ground, this.services, this.provider, new Dice(seed + 1));
    this.reader = new FeedReader(this.services, this.ground.apiKey, this.ground.times.feedId, new Dice(seed));
  }

  /** Puts what the clients and the receivers saw beside what the database holds. */
  private async handOver(): Promise<void> {
    const { answers, sent } = this.clients;
    const fates = fatesOf(sent, answers);
    const subscriptions = this.receivers.subscriptions;
    await this.ground.admin(async (admin) => {
      const keys = sent.map(({ key, operation, subscriptionId }) => {
        const secret = subscriptionId === undefined ? null : secretOf(key);
        return { key, operation, subscription_id: subscriptionId, secret, fate: fates.get(key) };
      });
      await load(admin, 'keys', keys);
      await load(admin, 'answers', answers);
      await load(admin, 'arrivals', this.receivers.deliveries);
      await load(admin, 'fed', this.reader?.fed ?? []);
      await this.loadBooks(admin);
      await load(
        admin,
        'lost',
        this.proxies.flatMap(({ lost }) => [...lost]).map((id) => ({ correlation_id: id })),
      );
      await load(
        admin,
        'subscriptions',
        subscriptions.map(({ id, firstSecret, eventNames }) => ({ id, secret: firstSecret, event_names: eventNames })),
      );
      await admin.query('analyze');
    });
  }

  private async loadBooks(admin: Client): Promise<void> {
    const { charges, refunds } = this.ground.payments.provider.account;
    const charged = charges.map(({ amount, payment_intent: payment_id, metadata: { saleId, jobId } }) => ({
      ...{ sale_id: saleId, job_id: jobId, payment_id, amount },
    }));
    await load(admin, 'charges', charged);
    const back = refunds.map(({ id, payment_intent: payment_id, amount }) => ({ refund_id: id, payment_id, amount }));
    await load(admin, 'given_back', back);
  }

  private report(): Promise<TortureReport> {
    const { answers, sent } = this.clients;
    const fates = fatesOf(sent, answers);
    const { deliveries } = this.receivers;
    return this.ground.admin(async (admin) => {
      const { rows } = await admin.query<TortureReport['unknown']>(
        `select count(*)::integer as lost,
           count(*) filter (where exists (select from torture.answers a
             where a.correlation_id = l.correlation_id and a.status = 503))::integer as "answered503",
           count(*) filter (where exists (select from torture.audits a
             where a.correlation_id = l.correlation_id))::integer as committed
         from torture.lost l`,
      );
      return {
        keys: sent.length,
        fates: tally([...fates.values()]),
        operations: tally(sent.map(({ key, operation }) => `${operation} ${fates.get(key)}`)),
        attempts: answers.length,
        answers: tally(answers.map(({ status, replayed }) => `${status ?? 'none'}${replayed ? ' replayed' : ''}`)),
        faults: Object.fromEntries([...this.faults, ...this.buyers.faults]),
        sqlStates: sums(this.proxies.map(({ sqlStates }) => sqlStates)),
        unknown: rows[0],
        deliveries: {
          arrived: deliveries.length,
          distinct: new Set(deliveries.map((one) => `${one.subscription_id} ${one.event_id}`)).size,
        },
        violations: [
          ...(await findViolations(admin)),
          ...this.services.fallen.map((where) => ({ rule: 'a process that ended and that nobody killed', where })),
        ],
        logged: this.services.logged(),
      };
    });
  }
}

function fatesOf(sent: readonly PlannedKey[], answers: Clients['answers']): Map<string, string> {
  const fates = new Map(sent.map(({ key, once }) => [key, once ? 'open' : 'given up']));
  for (const { key, status, retry_after: again } of answers) {
    if (status === null || fates.get(key) === 'acknowledged') continue;
    if (status < 300) fates.set(key, 'acknowledged');
    else if (status < 500 && !again) fates.set(key, 'refused');
  }
  return fates;
}

/** `hosts` may end with parameters. */
function throughHosts(url: string, hosts: string): string {
  const [listed, parameters] = hosts.split('?');
  return url.replace(/127\.0\.0\.1:\d+/, listed) + (parameters === undefined ? '' : `?${parameters}`);
}

function sums(counts: ReadonlyMap<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((one) => [...one])) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
