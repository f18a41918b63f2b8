import { declareServiceAct } from '#kernel/events';
import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { salesCallClosed } from '../calendar/sales-call.events.js';
import { eraseProspect } from '../prospect/prospect.operations.js';
import { sellingTables } from '../selling.tables.js';

const PROSPECT_ERASED = declareServiceAct('prospect.erased', 'prospect');
const CALL_CLOSED = declareServiceAct(salesCallClosed.name, 'sales call');

// An address has one prospect at most.
const lockProspects = sellingTables
  .statement(
    'lock_prospects_of_person',
    { address: 'text' },
    `select id as "prospectId", program_id as "programId", closer_member_id as "closerMemberId" from prospects
     where organization_id = :organization and email = :address for update`,
  )
  .returning<{ prospectId: string; programId: string | null; closerMemberId: string | null }>();

const cancelCalls = sellingTables
  .statement(
    'cancel_sales_calls_to_person',
    { prospect: 'uuid', now: 'timestamptz' },
    `update sales_calls set status = 'cancelled', updated_at = :now
     where organization_id = :organization and prospect_id = :prospect and status = 'booked'
     returning id as "salesCallId", closer_member_id as "closerMemberId", starts_at as "startsAt", ends_at as "endsAt"`,
  )
  .returning<{ salesCallId: string; closerMemberId: string; startsAt: Date; endsAt: Date }>();

const listShown = sellingTables
  .statement(
    'list_rows_of_selling_with_person',
    { address: 'text' },
    `with of_person as (
       select p.id from prospects p where p.organization_id = :organization and p.email = :address)
     select id from of_person
     union all
     select c.id from sales_calls c where c.organization_id = :organization and c.prospect_id in (select id from of_person)
     union all
     select s.id from sales s where s.organization_id = :organization
       and (s.participant_email = :address or s.prospect_id in (select id from of_person))`,
  )
  .returning<{ id: string }>();

/** The ids by which first results show the person, while their address is known. */
export async function listShownOfSelling(tenant: TenantSession, address: string): Promise<string[]> {
  return (await tenant.query(listShown, { address })).map(({ id }) => id);
}

/** Records that the prospect with the address is erased, which follows. Booked calls are cancelled. */
export async function recordErasedProspect(tenant: TenantSession, address: string, occurredAt: Date): Promise<void> {
  for (const data of await tenant.query(lockProspects, { address })) {
    const { prospectId } = data;
    for (const { startsAt, endsAt, ...call } of await tenant.query(cancelCalls, {
      prospect: prospectId,
      now: occurredAt,
    })) {
      const times = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() };
      await recordServiceAct(tenant, {
        ...{ audited: CALL_CLOSED, targetId: call.salesCallId, changes: { status: 'cancelled' }, occurredAt },
        event: {
          declaration: salesCallClosed,
          data: { ...call, prospectId, ...times, status: 'cancelled', outcome: null },
        },
      });
    }
    const event = { declaration: eraseProspect.event, data };
    await recordServiceAct(tenant, { audited: PROSPECT_ERASED, targetId: prospectId, changes: {}, event, occurredAt });
  }
}
