import { Injectable } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { REMINDERS } from '../rule/reminders-job-name.js';
import { recordFirings } from './record-firings.js';

@Injectable()
export class RemindersJob extends ScheduledJob {
  readonly name = REMINDERS;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    await lease.inTenant((tenant) => recordFirings(tenant, [], lease.now));
    return null;
  }
}
