import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';

export const UPLOADS_JOB = 'uploads';

/** The worker looks at uploads at the instant: it checks, expires, and removes the bytes of what has ended. */
export function scheduleUploads(tenant: TenantSession, at: Date): Promise<number> {
  return schedule(tenant, UPLOADS_JOB, at);
}
