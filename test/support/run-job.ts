import type { Type } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { JobLease, JobWorker, schedule, type ScheduledJob } from '#kernel/jobs';
import { Database } from '#kernel/work';
import type { School } from './school.js';

/** Runs a job of the school as a worker would, due or not, until nothing is left for it. Returns the number of runs. */
export async function runJob(school: School, type: Type<ScheduledJob>): Promise<number> {
  const of = <Provider>(provider: Type<Provider>): Provider => school.app.nest.get(provider, { strict: false });
  const [job, database, clock] = [of(type), of(Database), of(Clock)];
  await database.inTenant(school.id, (tenant) => schedule(tenant, job.name, new Date(0)));
  const lease = new JobLease(school.id, job.name, database, clock, () => false);
  for (let runs = 1; ; runs += 1) {
    if (!(await lease.claim())) throw new Error(`${job.name} is under way`);
    const next = await job.run(lease);
    await lease.end(next);
    if (next === null || next > lease.now) return runs;
  }
}

/**
 * Runs the jobs of the school that are due, as a worker would, and waits for them. Those of the other schools of the
 * database are left alone: with a clock that was moved by days, each of them has something to do.
 */
export function runDueJobs(school: School, instance = school.app.nest): Promise<void> {
  return instance.get(JobWorker, { strict: false }).runOnce(school.id);
}
