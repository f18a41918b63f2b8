import { refusal } from '#kernel/errors';
import { newId, type TenantSession } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { webhookTables } from '../webhooks.tables.js';

export const requestedTooOften = refusal(
  'requested_too_often',
  'It was requested too often; Retry-After gives the seconds to wait.',
);

/** SQL: a time later by `:everyMs`, or earlier. In UTC: an update on Citus takes no function that depends on the time zone. */
const moved = (time: string, operator: '+' | '-'): string =>
  `(${time} at time zone 'UTC' ${operator} :everyMs * interval '1 millisecond') at time zone 'UTC'`;

/** A limit of an organization, shared by all processes: `burst` at once, then one more each `everyMs`. */
export interface Budget {
  name: string;
  everyMs: number;
  burst: number;
}

// The generic cell rate algorithm. Refused where no row is inserted or updated; the row is locked in any case.
const take = webhookTables.statement(
  'take_webhook_budget',
  { id: 'uuid', name: 'text', first: 'timestamptz', now: 'timestamptz', latest: 'timestamptz', everyMs: 'integer' },
  `insert into webhook_budgets (organization_id, id, name, spent_until) values (:organization, :id, :name, :first)
   on conflict (organization_id, name) do update
   set spent_until = ${moved('greatest(webhook_budgets.spent_until, :now::timestamptz)', '+')}
   where webhook_budgets.spent_until <= :latest`,
);

const find = webhookTables
  .statement(
    'find_webhook_budget',
    { name: 'text' },
    'select spent_until as "spentUntil" from webhook_budgets where organization_id = :organization and name = :name',
  )
  .returning<{ spentUntil: Date }>();

const giveBack = webhookTables.statement(
  'give_back_webhook_budget',
  { name: 'text', everyMs: 'integer' },
  `update webhook_budgets set spent_until = ${moved('spent_until', '-')}
   where organization_id = :organization and name = :name`,
);

/** Takes one of each, or of none. Null where it did, else the time at which one may be taken. Locks in the given order. */
export async function takeBudgets(session: TenantSession, budgets: readonly Budget[], now: Date): Promise<Date | null> {
  for (const [index, { name, everyMs, burst }] of budgets.entries()) {
    const ahead = (burst - 1) * everyMs;
    const [first, latest] = [now.getTime() + everyMs, now.getTime() + ahead].map((time) => new Date(time));
    if ((await session.execute(take, { id: newId(), name, first, now, latest, everyMs })) === 1) continue;
    const [{ spentUntil }] = await session.query(find, { name });
    await giveBudgetsBack(session, budgets.slice(0, index));
    return new Date(spentUntil.getTime() - ahead);
  }
  return null;
}

export async function giveBudgetsBack(session: TenantSession, budgets: readonly Budget[]): Promise<void> {
  for (const { name, everyMs } of budgets) await session.execute(giveBack, { name, everyMs });
}

/** Takes one of each for a request of a caller. Throws 409 with the seconds to wait; `what` begins the sentence. */
export async function takeForRequest(uow: UnitOfWork, what: string, budgets: readonly Budget[]): Promise<void> {
  const retryAt = await takeBudgets(uow, budgets, uow.now);
  if (retryAt === null) return;
  const seconds = Math.ceil((retryAt.getTime() - uow.now.getTime()) / 1_000);
  throw requestedTooOften.error(`${what} was requested too often. Try again in ${seconds} s.`, {
    retryAfterSeconds: seconds,
  });
}
