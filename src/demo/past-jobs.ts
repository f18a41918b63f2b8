import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { JobLease, JobWorker, schedule, type ScheduledJob } from '#kernel/jobs';
import { Database } from '#kernel/work';

/** That look at what is there on each day. */
const DAILY = ['cockpit_history', 'reminders'];
const CLAIMS = 100;
const BETWEEN_CLAIMS_MS = 50;

/** Jobs of an organization that no worker runs until they are given back. */
export interface ClaimedJobs {
  run: () => Promise<void>;
  /** Flushed to disk with all that was written before. */
  giveBack: () => Promise<void>;
}

/** Runs the jobs of an organization whose past is being written, at the instants of that past: what they see is what was told so far. */
@Injectable()
export class PastJobs {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly worker: JobWorker,
  ) {}

  async claim(organizationId: string, past: Clock, names: readonly string[] = DAILY): Promise<ClaimedJobs> {
    const claimed: { job: ScheduledJob; lease: JobLease }[] = [];
    for (const job of names.map((name) => this.worker.named(name))) {
      const lease = new JobLease(organizationId, job.name, this.database, this.clock, () => false, { past });
      await this.claimOne(lease, organizationId, job.name);
      claimed.push({ job, lease });
    }
    return {
      run: async () => {
        for (const { job, lease } of claimed) await job.run(lease);
      },
      giveBack: async () => {
        for (const { lease } of claimed) await lease.end(this.clock.now());
      },
    };
  }

  /** A worker may have the job of the new organization already, for an instant. */
  private async claimOne(lease: JobLease, organizationId: string, name: string): Promise<void> {
    for (let claim = 0; claim < CLAIMS; claim += 1) {
      const now = this.clock.now();
      await this.database.inTenant(organizationId, (tenant) => schedule(tenant, name, now));
      if (await lease.claim()) return;
      await delay(BETWEEN_CLAIMS_MS);
    }
    throw new Error(`Another process keeps the job ${name} of the demo organization`);
  }
}
