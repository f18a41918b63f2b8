import type { Clock } from '../clock/clock.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import type { TenantSession } from '../persistence/tenant-session.js';
import type { Database } from '../work/database.js';
import type { Turns } from './turns.js';

/** How long after its last step the job of a process that crashed is run by another one. */
const LEASE_MS = 30_000;

const claimJob = kernelTables.statement(
  'claim_job',
  { name: 'text', token: 'uuid', now: 'timestamptz', until: 'timestamptz' },
  `update scheduled_jobs set lease_token = :token, leased_until = :until, due_at = 'infinity'
   where organization_id = :organization and name = :name
     and (case when leased_until is null then due_at else leased_until end) <= :now`,
);

const renewLease = kernelTables.statement(
  'renew_job_lease',
  { name: 'text', token: 'uuid', until: 'timestamptz' },
  `update scheduled_jobs set leased_until = :until
   where organization_id = :organization and name = :name and lease_token = :token`,
);

// A write may have scheduled the job while it ran.
const endLease = kernelTables.statement(
  'end_job_lease',
  { name: 'text', token: 'uuid', next: 'timestamptz' },
  `update scheduled_jobs
   set lease_token = null, leased_until = null, due_at = least(due_at, coalesce(:next::timestamptz, 'infinity'))
   where organization_id = :organization and name = :name and lease_token = :token`,
);

/** The job was taken over by another process, or the service is stopping: nothing is done, and the job is due again. */
export class LeaseLostError extends Error {}

interface Run {
  /** For a job that runs at the instants of a past: its clock. Its steps are flushed with a later write. */
  past?: Clock;
  /** Steps wait for their turn among those of other runs. */
  turns?: Turns;
}

/** The right of this process to run the job of an organization. */
export class JobLease {
  private readonly token = newId();

  constructor(
    readonly organizationId: string,
    private readonly name: string,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly isStopping: () => boolean,
    private readonly run: Run = {},
  ) {}

  /** Claims the job if it is due. False if another process has it, or has run it. */
  async claim(): Promise<boolean> {
    const { name, token, until } = this;
    const now = this.clock.now();
    const claimed = await this.step((tenant) => tenant.execute(claimJob, { name, token, now, until }));
    return claimed > 0;
  }

  /** The instant of this step. */
  get now(): Date {
    return (this.run.past ?? this.clock).now();
  }

  /** A transaction for the organization that commits only while the lease holds. Keep it short: writes that schedule the job wait. */
  inTenant<Result>(work: (tenant: TenantSession) => Promise<Result>): Promise<Result> {
    const step = async (tenant: TenantSession): Promise<Result> => {
      await this.renew(tenant);
      return work(tenant);
    };
    return this.step(step, { flush: this.run.past === undefined });
  }

  /** A transaction for a function of the schema's owner, and nothing else: on Citus two roles cannot write in one. */
  async byOwner<Result>(work: (tenant: TenantSession) => Promise<Result>): Promise<Result> {
    await this.inTenant(() => Promise.resolve());
    return this.step(work);
  }

  /** Makes the job due at `next`; with null when it is scheduled next. */
  async end(next: Date | null): Promise<void> {
    const { name, token } = this;
    await this.step((tenant) => tenant.execute(endLease, { name, token, next }));
  }

  private step<Result>(
    work: (tenant: TenantSession) => Promise<Result>,
    options?: { flush: boolean },
  ): Promise<Result> {
    const step = (): Promise<Result> => this.database.inTenant(this.organizationId, work, options);
    return this.run.turns?.take(step) ?? step();
  }

  private async renew(tenant: TenantSession): Promise<void> {
    const { name, token, until } = this;
    if (this.isStopping()) throw new LeaseLostError('the service is stopping');
    const renewed = await tenant.execute(renewLease, { name, token, until });
    if (renewed === 0) throw new LeaseLostError(`the job ${name} was taken over by another process`);
  }

  private get until(): Date {
    return new Date(this.clock.now().getTime() + LEASE_MS);
  }
}
