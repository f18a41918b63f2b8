import { Injectable } from '@nestjs/common';
import { pauseByService } from '#contexts/enrollments/enrollments.public.js';
import { declareServiceAct } from '#kernel/events';
import { type JobLease, JobWorker, schedule, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { recordJobActs, type ServiceAct } from '#kernel/trail';
import { lookAtCollections } from './collections.js';
import { lockUnnoticed, nextNotice, recordNotices, type Unnoticed } from './installment-notices.js';
import { installmentDue, installmentOverdue } from './sale.events.js';

const INSTALLMENTS = 'installments';
const EVENTS = { due: installmentDue, overdue: installmentOverdue };
const ACTS = {
  due: declareServiceAct(installmentDue.name, 'installment'),
  overdue: declareServiceAct(installmentOverdue.name, 'installment'),
};
/** The reason of the pause. */
const PAYMENT_OVERDUE = 'Payment overdue';

/** Sales of a step. */
const BATCH = 200;
/** A sale that somebody has locked is looked at again after so long. */
const AGAIN_MS = 5_000;

/** Has the installments looked at, and charged where the buyer agreed: one is owed, is dated otherwise, or is no longer paid. */
export async function lookAtInstallments(tenant: TenantSession, at: Date): Promise<void> {
  await schedule(tenant, INSTALLMENTS, at);
  await lookAtCollections(tenant, at);
}

/**
 * Tells once of each installment of an active sale, and of each time at which it is due, that it is due and that it is
 * overdue, unless it is paid. Where the terms say so, it pauses the enrollment, also once.
 */
@Injectable()
export class InstallmentsJob extends ScheduledJob {
  readonly name = INSTALLMENTS;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const { now } = lease;
    for (;;) {
      const noticed = await lease.inTenant((tenant) => this.step(tenant, now));
      if (noticed === 0) break;
    }
    const at = await lease.inTenant(nextNotice);
    if (at === null) return null;
    return at > now ? at : new Date(now.getTime() + AGAIN_MS);
  }

  private async step(tenant: TenantSession, now: Date): Promise<number> {
    const noticed = await lockUnnoticed(tenant, now, BATCH);
    if (noticed.length === 0) return 0;
    const enrollments = noticed.flatMap(({ kind, enrollmentId }) => (kind === 'pause' && enrollmentId) || []);
    const paused = await pauseByService(tenant, [...new Set(enrollments)], { reason: PAYMENT_OVERDUE, at: now });
    const pauses = new Map(paused.map(({ enrollmentId, statusChangeId }) => [enrollmentId, statusChangeId]));
    await recordNotices(tenant, noticed, pauses, now);
    const acts = [...noticed.flatMap((one) => actOf(one, now)), ...paused.map(({ act }) => act)];
    await recordJobActs(tenant, this.name, acts);
    return noticed.length;
  }
}

/** A pause is recorded as that of the enrollment. */
function actOf({ kind, enrollmentId: _enrollment, ...installment }: Unnoticed, occurredAt: Date): ServiceAct[] {
  if (kind === 'pause') return [];
  const data = { ...installment, dueAt: installment.dueAt.toISOString() };
  const event = { declaration: EVENTS[kind], data };
  return [{ audited: ACTS[kind], targetId: data.installmentId, changes: { dueAt: data.dueAt }, occurredAt, event }];
}
