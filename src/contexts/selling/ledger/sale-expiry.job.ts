import { Injectable } from '@nestjs/common';
import { declareServiceAct } from '#kernel/events';
import { type JobLease, JobWorker, schedule, ScheduledJob } from '#kernel/jobs';
import type { TenantSession } from '#kernel/persistence';
import { recordJobActs } from '#kernel/trail';
import { sellingTables } from '../selling.tables.js';
import { saleExpired } from './sale.events.js';
import { HAS_MONEY } from './sale-sql.js';

const SALE_EXPIRY = 'sale_expiry';
const EXPIRED = declareServiceAct(saleExpired.name, 'sale');

const IS_OVER = `(s.status = 'proposed' and s.expires_at <= :now
  or s.status = 'reserved' and s.hold_until <= :now and not ${HAS_MONEY})`;

// Nothing of a sale but its status changes: by the clock it has been expired before.
const expireSales = sellingTables
  .statement(
    'expire_sales',
    { now: 'timestamptz', most: 'integer' },
    `with over as (
       select s.id, o.id as offer_id, t.terms ->> 'currency' as currency from sales s
       join offers o on o.organization_id = s.organization_id and o.id = s.offer_id
       join offer_terms t on t.organization_id = s.organization_id and t.offer_id = s.offer_id and t.version = s.offer_version
       where s.organization_id = :organization and ${IS_OVER}
       order by s.id limit :most for update of s skip locked)
     update sales s set status = 'expired' from over
     where s.organization_id = :organization and s.id = over.id
     returning s.id as "saleId", s.offer_id as "offerId", s.prospect_id as "prospectId",
       s.closer_member_id as "closerMemberId", s.cohort_id as "cohortId", over.currency`,
  )
  .returning<Expired>();

const findNext = sellingTables
  .statement(
    'find_next_sale_to_expire',
    {},
    `select min(case s.status when 'proposed' then s.expires_at else s.hold_until end) as at from sales s
     where s.organization_id = :organization
       and (s.status = 'proposed' or s.status = 'reserved' and not ${HAS_MONEY})`,
  )
  .returning<{ at: Date | null }>();

interface Expired {
  saleId: string;
  offerId: string;
  prospectId: string;
  closerMemberId: string | null;
  cohortId: string | null;
  currency: string;
}

const BATCH = 500;
/** A sale that somebody has locked is looked at again after so long. */
const AGAIN_MS = 5_000;

/** Makes a sale that is good until an instant expire then. */
export async function expireAt(tenant: TenantSession, at: Date): Promise<void> {
  await schedule(tenant, SALE_EXPIRY, at);
}

/** Records that proposals and holds are over, which every answer knows by the clock. */
@Injectable()
export class SaleExpiryJob extends ScheduledJob {
  readonly name = SALE_EXPIRY;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date | null> {
    const { now } = lease;
    for (;;) {
      const expired = await lease.inTenant(async (tenant) => {
        const found = await tenant.query(expireSales, { now, most: BATCH });
        const acts = found.map((data) => ({
          ...{ audited: EXPIRED, targetId: data.saleId, changes: { status: 'expired' }, occurredAt: now },
          event: { declaration: saleExpired, data: { ...data, owed: 0 } },
        }));
        await recordJobActs(tenant, this.name, acts);
        return found.length;
      });
      if (expired < BATCH) break;
    }
    const [{ at }] = await lease.inTenant((tenant) => tenant.query(findNext));
    if (at === null) return null;
    return at > now ? at : new Date(now.getTime() + AGAIN_MS);
  }
}
