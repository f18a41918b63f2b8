import type { TenantSession } from '#kernel/persistence';
import type { Answer, LookUp, PaymentProvider, ProviderAccess, ProviderRefusal } from '../provider/port.js';
import type { ProviderJobEntity, ProviderJobKind } from '../provider/provider-job.entity.js';
import type { ProviderCustomer, ProviderObject } from '../provider/provider-objects.js';

export type Job = Pick<
  ProviderJobEntity,
  'id' | 'organizationId' | 'kind' | 'targetId' | 'saleId' | 'accountId' | 'status' | 'attempts' | 'createdAt'
> & { request: object; firstSentAt: Date | null; lastSentAt: Date | null };

/** Whether a request that was never sent is sent now, with that body if it says so, later, or not at all. */
export type Readiness = { kind: 'ready'; request?: object } | { kind: 'wait'; until: Date } | { kind: 'drop' };

/** The object that a job made. */
export type Made = ProviderObject | ProviderCustomer;

/** `no_effect`: a look-up found nothing, so that the request did nothing. */
export type Refusal = ProviderRefusal | 'no_effect';

export interface Sending {
  provider: PaymentProvider;
  access: ProviderAccess;
  job: Job;
  /** From `bind`. */
  bound: object;
}

/** How one kind of requests is sent, found again, and applied. Nothing but `send` and `complete` uses the network. */
export abstract class JobKind {
  abstract readonly name: ProviderJobKind;

  /** In the transaction that marks it as sent for the first time. */
  abstract ready(tenant: TenantSession, job: Job, now: Date): Promise<Readiness>;

  /** Values of other rows for the body, which never change once it was sent. */
  bind(_tenant: TenantSession, _job: Job): Promise<object> {
    return Promise.resolve({});
  }

  /** Whether a request may be sent once more that nobody knows the result of. Otherwise it is only looked up. */
  mayRepeat(_tenant: TenantSession, _job: Job): Promise<boolean> {
    return Promise.resolve(true);
  }

  abstract send(sending: Sending): Promise<Answer<Made>>;

  /** Null: there is no look-up, but what it did can be seen at the object. */
  abstract lookUp(job: Job, bound: object): LookUp | null;

  /** Locks the target, before the job: in the order in which commands do. */
  abstract lockTarget(tenant: TenantSession, job: Job): Promise<unknown>;

  /** Whether what it made is in a state that it keeps. Otherwise it is looked up again. */
  isDecided(_made: Made, _now: Date): boolean {
    return true;
  }

  /**
   * Takes back what `ready` did for a request that the provider refused to the key: it waits for another key. Without it the
   * request has failed.
   */
  readonly withdraw?: (tenant: TenantSession, job: Job) => Promise<void>;

  /** Nobody knows what the request did. */
  unknown(_tenant: TenantSession, _job: Job, _now: Date): Promise<void> {
    return Promise.resolve();
  }

  /** Applies what it made. */
  abstract done(tenant: TenantSession, job: Job, made: Made, now: Date): Promise<void>;

  /** The provider's word that nothing was done. */
  abstract refused(tenant: TenantSession, job: Job, reason: Refusal, now: Date): Promise<void>;

  /** After it was done, refused or dropped: it is in the way of no other request any more. */
  finished(_tenant: TenantSession, _now: Date): Promise<void> {
    return Promise.resolve();
  }
}
