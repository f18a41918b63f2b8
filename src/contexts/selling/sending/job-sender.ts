import { Injectable } from '@nestjs/common';
import { type JobLease, schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { Database } from '#kernel/work';
import { CONNECTION_JOB } from '../connection/connection.job.js';
import { type Answer, PaymentProvider, type ProviderAccess } from '../provider/port.js';
import type { ProviderJobKind } from '../provider/provider-job.entity.js';
import { CreateCheckout } from './create-checkout.js';
import { CreateCustomer } from './create-customer.js';
import { ExpireCheckout } from './expire-checkout.js';
import type { Job, JobKind, Made, Refusal } from './job-kind.js';
import { finishJob, lockNextJob, markSent, putOffJob, setRequest, withdrawJob } from './job-rows.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The provider keeps idempotency keys for 24 hours. */
const SAME_KEY_FOR = 23 * HOUR;
/** A request that is under way, or that a crash has left. */
const SENT_AGAIN_AFTER = MINUTE;
/** So long after it was sent a request that left nothing at the provider did nothing. */
const SETTLED_AFTER = 10 * MINUTE;
/** A request that waits for a key: while none works, no request is sent at all. */
const WAIT_FOR_KEY = 5 * MINUTE;
/** A key that is valid may lack a permission for ever: the request then fails, where people see it. */
const WAITS_FOR_KEY = 24 * HOUR;
const WAITS = [5_000, 15_000, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR];

interface Taken {
  job: Job;
  kind: JobKind;
  bound: object;
  /** Whether the provider is only asked what the request did. */
  looksUp: boolean;
}

/** Sends one request after the other, each outside of any transaction. */
@Injectable()
export class JobSender {
  private readonly kinds = new Map<ProviderJobKind, JobKind>(
    [new CreateCustomer(), new CreateCheckout(), new ExpireCheckout()].map((kind) => [kind.name, kind]),
  );

  constructor(
    private readonly provider: PaymentProvider,
    private readonly database: Database,
  ) {}

  add(kind: JobKind): void {
    this.kinds.set(kind.name, kind);
  }

  /** Undefined where nothing is due; otherwise whether the provider gave an answer. */
  async sendNext(lease: JobLease, account: string, access: ProviderAccess): Promise<boolean | undefined> {
    const taken = await lease.inTenant((tenant) => this.take(tenant, account, lease.now));
    if (taken === undefined) return undefined;
    if (taken === 'put off') return true;
    const answer = await this.ask(taken, access);
    // Not by the lease: commands lock the target, and then schedule the job.
    await this.database.inTenant(lease.organizationId, (tenant) => this.note(tenant, taken, answer, lease.now));
    return answer.kind !== 'unknown';
  }

  private async take(tenant: TenantSession, account: string, now: Date): Promise<Taken | 'put off' | undefined> {
    const [locked] = await tenant.query(lockNextJob, { account, now });
    if (!locked) return undefined;
    const kind = this.kinds.get(locked.kind);
    if (!kind) throw new Error(`nothing sends requests of the kind ${locked.kind}`);
    const job = locked.status === 'waiting' ? await this.readied(tenant, kind, locked, now) : locked;
    if (!job) return 'put off';
    const bound = await kind.bind(tenant, job);
    const isOld = job.firstSentAt !== null && now.getTime() - job.firstSentAt.getTime() >= SAME_KEY_FOR;
    const isOver = job.status === 'looking_up' || isOld || !(job.attempts === 0 || (await kind.mayRepeat(tenant, job)));
    const looksUp = kind.lookUp(job, bound) !== null && isOver;
    const next = new Date(now.getTime() + SENT_AGAIN_AFTER);
    if (looksUp) {
      await tenant.execute(putOffJob, { id: job.id, attempts: job.attempts, status: 'looking_up', next, now });
      return { job, kind, bound, looksUp };
    }
    await tenant.execute(markSent, { id: job.id, now, next });
    return { job: { ...job, attempts: job.attempts + 1, lastSentAt: now }, kind, bound, looksUp };
  }

  /** The job with the body that is sent; undefined where it is not sent now. */
  private async readied(tenant: TenantSession, kind: JobKind, job: Job, now: Date): Promise<Job | undefined> {
    const readiness = await kind.ready(tenant, job, now);
    const { id, attempts } = job;
    if (readiness.kind === 'wait') {
      await tenant.execute(putOffJob, { id, attempts, status: 'waiting', next: readiness.until, now });
    }
    if (readiness.kind === 'drop') {
      await tenant.execute(finishJob, { id, attempts, status: 'dropped', refusal: null, now });
      await kind.finished(tenant, now);
    }
    if (readiness.kind !== 'ready') return undefined;
    const { request = job.request } = readiness;
    if (request !== job.request) await tenant.execute(setRequest, { id, request });
    return { ...job, request };
  }

  private ask({ job, kind, bound, looksUp }: Taken, access: ProviderAccess): Promise<Answer<Made | null>> {
    const { provider } = this;
    const lookUp = looksUp ? kind.lookUp(job, bound) : null;
    return lookUp ? provider.find(access, lookUp) : kind.send({ provider, access, job, bound });
  }

  private async note(tenant: TenantSession, taken: Taken, answer: Answer<Made | null>, now: Date): Promise<void> {
    const { job, kind, looksUp } = taken;
    await kind.lockTarget(tenant, job);
    if (answer.kind === 'done' && answer.value !== null) {
      if (kind.isDecided(answer.value, now)) await this.finish(tenant, taken, answer.value, now);
      else await this.putOff(tenant, job, 'looking_up', HOUR, now);
      return;
    }
    if (answer.kind === 'refused') {
      const isAboutKey = answer.reason === 'bad_key' || answer.reason === 'missing_permission';
      if (isAboutKey) await schedule(tenant, CONNECTION_JOB, now);
      // The first request did nothing. After an answer that was lost this tells nothing of the one before.
      const isFirst = !looksUp && job.attempts === 1;
      const mayWait = now.getTime() - job.createdAt.getTime() < WAITS_FOR_KEY;
      if (isAboutKey && isFirst && mayWait && kind.withdraw) return this.withdraw(tenant, taken, now);
      const hasLookUp = kind.lookUp(job, taken.bound) !== null;
      if (!hasLookUp || isFirst) return this.refuse(tenant, taken, answer.reason, now);
    }
    if (answer.kind === 'done') {
      const isSettled = now.getTime() - (job.lastSentAt?.getTime() ?? 0) >= SETTLED_AFTER;
      if (isSettled) return this.refuse(tenant, taken, 'no_effect', now);
    }
    const isAnswered = answer.kind !== 'unknown';
    const wait = isAnswered ? SETTLED_AFTER : WAITS[Math.min(job.attempts, WAITS.length) - 1];
    const isPutOff = await this.putOff(tenant, job, looksUp || isAnswered ? 'looking_up' : 'unknown', wait, now);
    if (isPutOff) await kind.unknown(tenant, job, now);
  }

  /** False where another worker has sent it again, or finished it. */
  private async putOff(tenant: TenantSession, { id, attempts }: Job, status: string, wait: number, now: Date) {
    const next = new Date(now.getTime() + wait);
    return (await tenant.execute(putOffJob, { id, attempts, status, next, now })) > 0;
  }

  private async withdraw(tenant: TenantSession, { job, kind }: Taken, now: Date): Promise<void> {
    const next = new Date(now.getTime() + WAIT_FOR_KEY);
    const withdrawn = await tenant.execute(withdrawJob, { id: job.id, attempts: job.attempts, next, now });
    if (withdrawn > 0) await kind.withdraw?.(tenant, job);
  }

  private async finish(tenant: TenantSession, { job, kind }: Taken, made: Made, now: Date): Promise<void> {
    const { id, attempts } = job;
    const finished = await tenant.execute(finishJob, { id, attempts, status: 'done', refusal: null, now });
    if (finished === 0) return;
    await kind.done(tenant, job, made, now);
    await kind.finished(tenant, now);
  }

  private async refuse(tenant: TenantSession, { job, kind }: Taken, refusal: Refusal, now: Date): Promise<void> {
    const { id, attempts } = job;
    const finished = await tenant.execute(finishJob, { id, attempts, status: 'refused', refusal, now });
    if (finished === 0) return;
    await kind.refused(tenant, job, refusal, now);
    await kind.finished(tenant, now);
  }
}
