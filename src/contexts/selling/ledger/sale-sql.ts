import { ENTRY_KINDS, type EntryKind } from './ledger.js';

type Direction = (typeof ENTRY_KINDS)[EntryKind]['of'];

const kindsOf = (of: Direction, sign: 1 | -1): string =>
  (Object.keys(ENTRY_KINDS) as EntryKind[])
    .filter((kind) => ENTRY_KINDS[kind].of === of && ENTRY_KINDS[kind].sign === sign)
    .map((kind) => `'${kind}'`)
    .join(', ');

/** SQL expression: by how much an entry `e` moves what is owed, or received. */
export const movedBy = (of: Direction): string => `case when e.kind in (${kindsOf(of, 1)}) then e.amount
  when e.kind in (${kindsOf(of, -1)}) then -e.amount else 0 end`;

/** SQL expression: the sum of the sale's entries that move what is owed, or received. */
function sumOf(of: Direction, sale: string): string {
  return `(select coalesce(sum(${movedBy(of)}), 0) from sale_entries e
    where e.organization_id = :organization and e.sale_id = ${sale}.id)`;
}

/** SQL condition on a row `s` of the sales: money came for it. */
export const HAS_MONEY = `(${sumOf('received', 's')} > 0)`;

/** SQL expression: the sum of the installments of its sale up to the installment `i`. */
export const UP_TO = `(select sum(j.amount) from sale_installments j
  where j.organization_id = :organization and j.sale_id = i.sale_id and j.position <= i.position)`;

/** SQL condition on an installment `i` of the sale `s`: the money, which covers them in their order, does not pay all of it. */
export const IS_UNPAID = `(${sumOf('received', 's')} < ${UP_TO})`;

/** SQL expression: the sum that was received for the sale `s`. */
export const RECEIVED = sumOf('received', 's');

/** SQL expression: the part of an installment `i` that so much money covers, as `paidOf` finds it. */
export const coveredBy = (money: string): string =>
  `least(i.amount, greatest(0, ${money} - ${UP_TO} + i.amount))::integer`;

/** SQL expression: the paid part of an installment `i` of the sale `s`. */
export const PAID = coveredBy(RECEIVED);

/** SQL condition on the sale `s` of the prospect `p`: neither the buyer nor whoever takes part was erased. */
export const IS_NOT_ERASED = `(p.erased_at is null and (s.participant_name is null or s.participant_email is not null))`;

/** A proposal ends by the clock, and so does a hold for which no money came. */
const STATUS = `case
  when s.status = 'proposed' and s.expires_at <= :now then 'expired'
  when s.status = 'reserved' and s.hold_until <= :now and not ${HAS_MONEY} then 'expired'
  else s.status end`;

const FULFILLMENT = `case
  when exists (select 1 from enrollments n where n.organization_id = :organization and n.id = s.enrollment_id
    and n.status in ('completed', 'withdrawn', 'failed')) then 'ended'
  else s.fulfillment end`;

/** The sales of the organization with their status at `:now`, their terms, and the sums of their entries. */
export const SALES = `select s.id, s.offer_id as "offerId", s.offer_version as "offerVersion", s.prospect_id as "prospectId",
    p.name as "buyerName", p.email as "buyerEmail", s.participant_name as "participantName",
    s.participant_email as "participantEmail", s.billing, s.closer_member_id as "closerMemberId", ${STATUS} as status,
    s.cohort_id as "cohortId", o.program_id as "programId", s.payment_plan_key as "paymentPlanKey", t.terms, s.discount,
    s.tax_amount as "taxAmount", ${sumOf('owed', 's')}::double precision as owed,
    ${sumOf('received', 's')}::double precision as received, s.hold_until as "holdUntil", s.expires_at as "expiresAt",
    s.auto_charge as "autoCharge", ${FULFILLMENT} as "fulfillmentStatus", s.fulfillment_reason as "fulfillmentReason",
    s.enrollment_id as "enrollmentId", s.proposed_at as "proposedAt", s.accepted_at as "acceptedAt",
    s.accepted_by as "acceptedBy", s.activated_at as "activatedAt", s.ended_at as "endedAt", s.end_reason as "endReason",
    s.created_at as "createdAt", s.updated_at as "updatedAt",
    exists (select 1 from disputes d
      where d.organization_id = :organization and d.sale_id = s.id and d.status = 'open') as "isDisputed"
  from sales s
  join offers o on o.organization_id = s.organization_id and o.id = s.offer_id
  join offer_terms t on t.organization_id = s.organization_id and t.offer_id = s.offer_id and t.version = s.offer_version
  join prospects p on p.organization_id = s.organization_id and p.id = s.prospect_id
  where s.organization_id = :organization`;

/** SQL expression: since when a row of `SALES` has an installment that is not wholly paid after the days of grace; null without one. */
export const firstOverdue = (item: string) => `(
  select min(i.due_at + make_interval(hours => 24 * (${item}.terms -> 'overdue' ->> 'graceDays')::integer))
  from sale_installments i
  where i.organization_id = :organization and i.sale_id = ${item}.id
    and i.due_at + make_interval(hours => 24 * (${item}.terms -> 'overdue' ->> 'graceDays')::integer) <= :now
    and ${item}.received < (select sum(j.amount) from sale_installments j
      where j.organization_id = :organization and j.sale_id = ${item}.id and j.position <= i.position))`;

/** SQL condition on a row `item` of `SALES`: it has the standing, as `standingOf` finds it. */
export const HAS_STANDING = `item."activatedAt" is not null and :standing = case
  when item."isDisputed" then 'disputed'
  when item.status = 'active' and ${firstOverdue('item')} is not null then 'overdue'
  when item.received >= item.owed then 'paid'
  else 'on_schedule' end`;

/** SQL condition on a row `item` of `SALES`: the member takes part, by the enrollment or by the address. */
export const OF_MEMBER = `exists (select 1 from members m
  where m.organization_id = :organization and m.id = :memberId
    and (case when item."participantName" is null then item."buyerEmail" else item."participantEmail" end = (select a.email from accounts a where a.id = m.account_id)
      or exists (select 1 from enrollments n
        where n.organization_id = :organization and n.id = item."enrollmentId" and n.member_id = m.id)))`;
