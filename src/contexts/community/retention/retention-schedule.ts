import { schedule } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';

export const COMMUNITY_RETENTION = 'community_retention';
const KEPT_MS = 30 * 86_400_000;

/** When the words of a post go that was deleted, or whose case was decided, at the instant. */
export function keptUntil(at: Date): Date {
  return new Date(at.getTime() + KEPT_MS);
}

/** The words of whatever was deleted or decided before it are gone. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

/** Queues that the words go in time. */
export function scheduleRetention(tenant: TenantSession, at: Date): void {
  void schedule(tenant, COMMUNITY_RETENTION, keptUntil(at));
}
