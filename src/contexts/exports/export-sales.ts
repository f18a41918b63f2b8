import { own, type ExportSource } from './export-source.js';

/** The sums of the ledger of a sale `i`, by the kinds of its entries. */
const BALANCE = `cross join lateral (
  select coalesce(sum(case when y.kind in ('owed', 'owed_raised') then y.amount
                           when y.kind = 'owed_reduced' then -y.amount else 0 end), 0) as owed,
         coalesce(sum(case when y.kind in ('received', 'dispute_returned') then y.amount
                           when y.kind in ('voided', 'refunded', 'dispute_withdrawn') then -y.amount else 0 end), 0) as received
  from sale_entries y where y.organization_id = :organization and y.sale_id = i.id) b`;

/** By the clock: the worker only records that a proposal or a hold is over. */
const STATUS = `case
  when i.status = 'proposed' and i.expires_at <= :now then 'expired'
  when i.status = 'reserved' and i.hold_until <= :now and b.received <= 0 then 'expired'
  else i.status end`;

/** Prospects, sales and their ledgers. Texts about an erased person are in none of them, billing neither. */
export const SELLING_SOURCES: Readonly<Record<'prospects' | 'sales' | 'sale_entries', ExportSource>> = {
  prospects: {
    from: `prospects i
      left join members m on m.organization_id = :organization and m.id = i.closer_member_id`,
    at: 'i.created_at',
    where: `(:program::uuid is null or i.program_id = :program) and (:cohort::uuid is null or exists (
      select 1 from sales s
      where s.organization_id = :organization and s.prospect_id = i.id and s.cohort_id = :cohort))`,
    columns: {
      ...own('id', 'name', 'email', 'phone', 'source', 'programId', 'status', 'lostReason', 'closerMemberId'),
      closerName: 'm.name',
      ...own('assignedAt', 'closedAt', 'erasedAt', 'createdBy', 'createdAt'),
    },
  },
  sales: {
    from: `sales i
      join offers o on o.organization_id = :organization and o.id = i.offer_id
      join offer_terms t on t.organization_id = :organization and t.offer_id = i.offer_id and t.version = i.offer_version
      join prospects p on p.organization_id = :organization and p.id = i.prospect_id
      ${BALANCE}`,
    at: 'i.created_at',
    where: `(:program::uuid is null or o.program_id = :program) and (:cohort::uuid is null or i.cohort_id = :cohort)`,
    columns: {
      ...own('id', 'offerId'),
      ...{ offerName: 'o.name', programId: 'o.program_id' },
      ...own('prospectId'),
      ...{ buyerName: 'p.name', buyerEmail: 'p.email', participantName: 'coalesce(i.participant_name, p.name)' },
      participantEmail: 'case when i.participant_name is null then p.email else i.participant_email end',
      billing: 'case when p.erased_at is null then i.billing end',
      ...own('closerMemberId'),
      status: STATUS,
      ...own('cohortId', 'paymentPlanKey'),
      currency: `t.terms ->> 'currency'`,
      ...own('discount', 'taxAmount'),
      ...{ owed: 'b.owed::float8', received: 'b.received::float8' },
      ...own('enrollmentId', 'proposedAt', 'acceptedAt', 'acceptedBy', 'activatedAt', 'endedAt', 'endReason'),
    },
  },
  sale_entries: {
    from: `sale_entries i
      join sales s on s.organization_id = :organization and s.id = i.sale_id
      join offers o on o.organization_id = :organization and o.id = s.offer_id`,
    at: 'i.occurred_at',
    where: `(:program::uuid is null or o.program_id = :program) and (:cohort::uuid is null or s.cohort_id = :cohort)`,
    columns: {
      ...own('id', 'saleId'),
      ...{ offerId: 's.offer_id', prospectId: 's.prospect_id', closerMemberId: 's.closer_member_id' },
      ...own('position', 'kind'),
      amount: 'i.amount::float8',
      ...own('currency', 'paymentId', 'refundId', 'occurredAt', 'recordedAt', 'recordedBy'),
    },
  },
};
