import type { Type } from '@nestjs/common';
import { InstallmentsJob } from '#contexts/selling/ledger/installments.job.js';
import { Clock } from '#kernel/clock';
import { JobLease } from '#kernel/jobs';
import { Database } from '#kernel/work';
import { dataOf } from '../identity/answers.js';
import { installment } from '../support/builders/offer.js';
import type { School } from '../support/school.js';
import { accept, proposed, sold, type Sale } from './sales.js';

export const AMOUNTS = [20_000, 30_000, 40_000];
/** Three installments: at the purchase, 30 days and 60 days after it. */
const IN_THREE = {
  paymentPlans: [
    {
      ...{ key: 'at_once', name: 'In three', total: 90_000 },
      installments: AMOUNTS.map((amount, index) =>
        index === 0 ? installment(amount) : installment(amount, { kind: 'after_purchase', days: 30 * index }),
      ),
    },
  ],
};

/** A sale that is active since its acceptance; nothing was paid. */
export async function owedSale(school: School, rules: object = {}): Promise<Sale & { enrollmentId: string }> {
  const overdue = { graceDays: 3, retryDays: [], pauseAfterDays: null, resumeWhenPaid: false, pauseOnDispute: false };
  const terms = { ...IN_THREE, enrollWhen: 'acceptance', overdue: { ...overdue, ...rules } };
  const { offerId } = await sold(school, { terms });
  const sale = dataOf<Sale>(await accept(school.owner, (await proposed(school, { offerId })).id));
  return { ...sale, enrollmentId: String(sale.fulfillment.enrollmentId) };
}

export function leaseOf(school: School): JobLease {
  const of = <Part>(part: Type<Part>): Part => school.app.nest.get(part, { strict: false });
  return new JobLease(school.id, 'installments', of(Database), of(Clock), () => false);
}

/** Has a worker look at the installments, as far as that is due. */
export async function look(school: School): Promise<void> {
  const job = school.app.nest.get(InstallmentsJob, { strict: false });
  const lease = leaseOf(school);
  while (await lease.claim()) await lease.end(await job.run(lease));
}

/** What was told of installments and pauses, oldest first. */
export async function told(school: School, ...names: string[]) {
  const { events } = await school.trail();
  return events
    .map((event) => ({ name: String(event.name), data: event.data as Record<string, string | number> }))
    .filter(({ name }) => names.includes(name));
}

export const toldOfInstallments = (school: School) => told(school, 'installment.due', 'installment.overdue');
export const toldOfPauses = (school: School) => told(school, 'enrollment.paused', 'enrollment.resumed');

/** Each status of an enrollment with its reason and who changed it, oldest first. */
export async function historyOf(school: School, enrollmentId: string) {
  const { rows } = await school.rows<{ to_status: string; reason: string | null; changed_by: string | null }>(
    `select to_status, reason, changed_by from enrollment_status_changes
     where organization_id = $1 and enrollment_id = $2 order by position`,
    enrollmentId,
  );
  return rows.map(({ to_status: status, reason, changed_by: by }) => [status, reason, by]);
}
