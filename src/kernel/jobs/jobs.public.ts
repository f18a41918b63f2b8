/** Work that the service does by itself, when it is due. */
export { JobLease } from './job-lease.js';
export { JobWorker } from './job-worker.js';
export { schedule, ScheduledJob } from './scheduled-job.js';
export { deleteOlder, Sweep } from './sweep.js';
