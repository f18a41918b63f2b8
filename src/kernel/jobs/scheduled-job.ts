import type { TenantSession } from '../persistence/tenant-session.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import type { JobLease } from './job-lease.js';

/**
 * Work that the service does by itself, for one organization at a time: reminders, snapshots, exports. A worker runs the job
 * of an organization when it is due, never two at once; after a crash another one runs it again when the lease has expired.
 *
 *     constructor(jobs: JobWorker) { super(); jobs.add(this); }
 *     schedule(uow, 'exports', uow.now);   // in the write that makes the work
 */
export abstract class ScheduledJob {
  abstract readonly name: string;
  /** Whether every organization has the job. Otherwise those have it that `schedule` named. */
  readonly isEverywhere: boolean = false;
  /** Whether a run may take more than a second or two. Such jobs run one after the other, beside the others. */
  readonly takesLong: boolean = false;
  /** Whether a run waits for servers outside. Such jobs run beside the others: slow servers keep only each other waiting. */
  readonly waitsOutside: boolean = false;

  /** Does what is due, in steps of `lease.inTenant`. Returns when to run again, or null for when it is scheduled next. */
  abstract run(lease: JobLease): Promise<Date | null>;
}

const scheduleJob = kernelTables.statement(
  'schedule_job',
  { id: 'uuid', name: 'text', at: 'timestamptz' },
  `insert into scheduled_jobs (organization_id, id, name, due_at) values (:organization, :id, :name, :at)
   on conflict (organization_id, name) do update set due_at = least(scheduled_jobs.due_at, excluded.due_at)`,
);

/** Makes a job of the organization due at an instant, unless it is due earlier; in the transaction of the session. */
export function schedule(tenant: TenantSession, name: string, at: Date): Promise<number> {
  tenant.noteJob(at);
  return tenant.execute(scheduleJob, { id: newId(), name, at });
}
