import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { FailureLog } from '../logging/failure-log.js';
import { declareCounter, Metrics } from '../metrics/metrics.js';
import { DatabaseSettings } from '../persistence/database.settings.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { RoleSettings } from '../settings/role.settings.js';
import { Database } from '../work/database.js';
import { JobSignal } from '../work/job-signal.js';
import { listOrganizations, ListingOfAll } from '../work/listing-of-all.js';
import { JobLease, LeaseLostError } from './job-lease.js';
import { schedule, ScheduledJob } from './scheduled-job.js';
import { Turns } from './turns.js';

const POLL_MS = 1_000;
/** Jobs that are scheduled within this time are begun together. */
const BATCHING_MS = 20;
/** How often organizations are looked for that lack a job which every organization has. */
const ADD_EVERY_MS = 60_000;
const RETRY_AFTER_FAILURE_MS = 10_000;
/** Runs under way for each step that is done at a time. */
const RUNS_OF_TURN = 8;

const jobFailures = declareCounter({
  name: 'job_failures_total',
  help: 'Runs of scheduled jobs that failed; each is repeated.',
});

interface Due {
  organization_id: string;
  name: string;
}

/** The condition that a row is due. */
const DUE = `(case when leased_until is null then due_at else leased_until end) <= :now`;

const listDue = kernelTables
  .statement(
    'list_due_jobs_of_all',
    { now: 'timestamptz' },
    `select organization_id, name from scheduled_jobs
     where ${DUE} order by due_at, organization_id, name limit 500`,
  )
  .returning<Due>();

const listDueOfOne = kernelTables
  .statement(
    'list_due_jobs',
    { now: 'timestamptz' },
    `select organization_id, name from scheduled_jobs where organization_id = :organization and ${DUE} order by due_at, name`,
  )
  .returning<Due>();

const listOwners = kernelTables
  .statement(
    'list_organizations_with_job',
    { name: 'text' },
    'select organization_id as id from scheduled_jobs where name = :name',
  )
  .returning<{ id: string }>();

/** Runs the scheduled jobs that are due, in processes with a worker. Any number of processes may run it. */
@Injectable()
export class JobWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, ScheduledJob>();
  private readonly failures = new FailureLog(JobWorker.name);
  private readonly listing: ListingOfAll<Due>;
  private readonly slots: Record<'short' | 'long' | 'outside', { free: number }>;
  /** Each step takes a connection. Between steps it is another run's turn, so that no organization keeps the others waiting. */
  private readonly turns: Record<'short' | 'long', Turns>;
  private readonly running = new Map<string, Promise<void>>();
  private looping: Promise<void> | undefined;
  private wake: () => void = () => undefined;
  private stopping = false;
  private addAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly role: RoleSettings,
    private readonly metrics: Metrics,
    private readonly signal: JobSignal,
    settings: DatabaseSettings,
  ) {
    const steps = Math.max(1, Math.floor(settings.DATABASE_POOL_SIZE / 4));
    this.turns = { short: new Turns(steps), long: new Turns(1) };
    const free = RUNS_OF_TURN * steps;
    this.slots = { short: { free }, long: { free: 1 }, outside: { free } };
    this.listing = new ListingOfAll(database, this.noteFailure);
  }

  /** Each job adds itself when the application is created. */
  add(job: ScheduledJob): void {
    this.jobs.set(job.name, job);
  }

  named(name: string): ScheduledJob {
    const job = this.jobs.get(name);
    if (!job) throw new Error(`There is no job ${name}`);
    return job;
  }

  onApplicationBootstrap(): void {
    if (this.role.ROLE === 'api') return;
    this.signal.onSchedule((dueAt) => {
      if (dueAt <= this.clock.now()) this.wake();
    });
    this.looping = this.loop();
  }

  /** Starts no further step and waits for those under way. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wake();
    await this.looping;
    await Promise.all(this.running.values());
  }

  /**
   * Runs every job that is due and waits for it. For tests and tools.
   *
   * @param organizationId only the jobs of this organization
   */
  async runOnce(organizationId?: string): Promise<void> {
    if (organizationId !== undefined) return this.runOnceFor(organizationId);
    this.addAt = -Infinity;
    while ((await this.pass()) > 0) await Promise.all(this.running.values());
  }

  private async runOnceFor(organizationId: string): Promise<void> {
    while (this.beginAll(await this.listDueOf(organizationId, this.clock.now())) > 0) {
      await Promise.all(this.running.values());
    }
  }

  private async loop(): Promise<void> {
    while (!this.stopping) {
      const woken = new Promise<void>((resolve) => (this.wake = resolve));
      const begun = await this.pass().catch(this.noteFailure);
      // Jobs that found no slot are begun as soon as another one ends.
      const ends = begun === undefined ? [] : this.running.values();
      await Promise.race([delay(POLL_MS, undefined, { ref: false }), woken.then(() => delay(BATCHING_MS)), ...ends]);
    }
  }

  /** Begins jobs that are due, as far as there are slots. Returns their number. */
  private async pass(): Promise<number> {
    await this.addJobs();
    const now = this.clock.now();
    const due = await this.listing.list(
      () => this.database.listWork(listDue, { now }),
      (organizationId) => this.listDueOf(organizationId, now),
    );
    return this.beginAll(due);
  }

  private listDueOf(organizationId: string, now: Date): Promise<Due[]> {
    return this.database.inTenant(organizationId, (tenant) => tenant.query(listDueOfOne, { now }));
  }

  private beginAll(due: readonly Due[]): number {
    let begun = 0;
    for (const { organization_id: organizationId, name } of due) {
      const job = this.jobs.get(name);
      if (job && !this.stopping && this.begin(organizationId, job)) begun += 1;
    }
    return begun;
  }

  /** False where the job is under way, or there is no slot. */
  private begin(organizationId: string, job: ScheduledJob): boolean {
    const key = `${organizationId} ${job.name}`;
    const slots = this.slots[slotOf(job)];
    if (this.running.has(key) || slots.free === 0) return false;
    slots.free -= 1;
    const ended = this.run(organizationId, job)
      .catch(this.noteFailure)
      .finally(() => {
        slots.free += 1;
        this.running.delete(key);
      });
    this.running.set(key, ended);
    return true;
  }

  private async run(organizationId: string, job: ScheduledJob): Promise<void> {
    const { database, clock } = this;
    const turns = this.turns[job.takesLong ? 'long' : 'short'];
    const lease = new JobLease(organizationId, job.name, database, clock, () => this.stopping, { turns });
    if (!(await lease.claim())) return;
    try {
      await lease.end(await job.run(lease));
    } catch (error) {
      const isLost = error instanceof LeaseLostError;
      if (!isLost) this.noteFailure(error, job.name);
      await lease.end(new Date(clock.now().getTime() + (isLost ? 0 : RETRY_AFTER_FAILURE_MS)));
    }
  }

  /** Adds the jobs that every organization has to organizations that are new. */
  private async addJobs(): Promise<void> {
    if (performance.now() < this.addAt) return;
    this.addAt = performance.now() + ADD_EVERY_MS;
    for (const { name } of [...this.jobs.values()].filter(({ isEverywhere }) => isEverywhere)) {
      const owners = new Set((await this.database.listWork(listOwners, { name })).map(({ id }) => id));
      for (const { id } of await this.database.query(listOrganizations)) {
        if (owners.has(id)) continue;
        await this.database.inTenant(id, (tenant) => schedule(tenant, name, this.clock.now()));
      }
    }
  }

  private readonly noteFailure = (error: unknown, job = 'scheduled jobs'): void => {
    this.metrics.count(jobFailures);
    this.failures.note(`${job} failed`, error);
  };
}

function slotOf({ takesLong, waitsOutside }: ScheduledJob): 'short' | 'long' | 'outside' {
  if (takesLong) return 'long';
  return waitsOutside ? 'outside' : 'short';
}
