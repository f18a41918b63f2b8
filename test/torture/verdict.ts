import type { Client } from 'pg';
import { RULES_OF_COMMUNITY } from './verdict-of-community.js';
import { RULES_OF_MANY } from './verdict-of-many.js';
import { RULES_OF_PAYMENTS } from './verdict-of-payments.js';
import { RULES_OF_TIME } from './verdict-of-time.js';

/** Something that must not be: the rule it breaks, and where. */
export interface Violation {
  rule: string;
  where: string;
}

const SOURCES = { change: 'changes', 'audit entry': 'audits', event: 'events', 'key row': 'stored_keys' } as const;

/** Rotating a secret, for example, tells nobody: it has an audit entry and no event. */
const HAS_EVENT = `operation in (select operation from torture.operations where event)`;

const ALL_EFFECTS = Object.values(SOURCES)
  .map((source) => `select '${source}' as effect, key, xid from torture.${source}`)
  .join(' union all ');

/** Each rule is a query for what breaks it; none may find anything. */
export const RULES: Record<string, string> = {
  ...RULES_OF_MANY,
  ...RULES_OF_TIME,
  ...RULES_OF_PAYMENTS,
  ...RULES_OF_COMMUNITY,
  ...Object.fromEntries(
    Object.entries(SOURCES).flatMap(([effect, source]) => [
      [
        `an acknowledged key without its ${effect}`,
        `select k.key as found from torture.keys k where k.fate = 'acknowledged'
           ${effect === 'event' ? `and k.${HAS_EVENT}` : ''}
           and not exists (select from torture.${source} s where s.key = k.key)`,
      ],
      [
        `a key with more than one ${effect}`,
        `select key as found from torture.${source} group by key having count(*) > 1`,
      ],
      [
        `a refused key that left its ${effect}`,
        `select s.key as found from torture.${source} s join torture.keys k using (key) where k.fate = 'refused'`,
      ],
      [
        `a stray ${effect}`,
        `select s.key as found from torture.${source} s where not exists (
           select from torture.keys k where k.key = s.key)`,
      ],
    ]),
  ),
  'an event for an operation that has none': `
    select e.key as found from torture.events e join torture.keys k using (key) where not k.${HAS_EVENT}`,
  'a key of open fate with some of its effects and not all': `
    select k.key as found from torture.keys k
    join (select key, count(distinct effect) as there from (${ALL_EFFECTS}) e group by key) e using (key)
    where k.fate = 'open' and e.there <> case when k.${HAS_EVENT} then 4 else 3 end`,
  'effects of one key in several transactions': `
    select distinct s.key as found from torture.stored_keys s join (${ALL_EFFECTS}) e using (key) where e.xid <> s.xid`,
  'a key under another operation than it was sent to': `
    select k.key as found from torture.keys k join torture.stored_keys s using (key) where s.operation <> k.operation`,
  'an audit entry about another record than the change': `
    select c.key as found from torture.changes c join torture.audits a using (key) where a.target_id <> c.id`,
  'a stored result that is missing or of another record': `
    select s.key as found from torture.stored_keys s join torture.changes c using (key)
    join torture.operations o on o.operation = s.operation
    where s.result is null or (o.shows is not null and s.result #>> o.shows is distinct from c.id::text)`,
  'an answer that shows another record than the change': `
    select a.key as found from torture.answers a join torture.changes c using (key)
    join torture.operations o on o.operation = c.operation
    where a.status < 300 and o.shows is not null and a.id is distinct from c.id::text`,
  'clients of one key that saw different results': `
    select key as found from torture.answers where status < 300
    group by key having count(distinct id) > 1 or count(distinct digest) > 1`,
  'a key that was done for the first time twice': `
    select key as found from torture.answers where status < 300 and not replayed group by key having count(*) > 1`,
  'a key that was both acknowledged and refused': `
    select key as found from torture.answers where status is not null
    group by key having bool_or(status < 300) and bool_or(status between 400 and 499 and not retry_after)`,
  'a persistent key that was never answered': `
    select key as found from torture.keys where fate = 'given up'`,
  // The second key for one record may be refused: see `OPERATIONS`.
  'an answer that is not documented for a fault': `
    select a.correlation_id || ': ' || a.status || ' ' || coalesce(a.code, '') as found
    from torture.answers a join torture.keys k using (key) join torture.operations o using (operation)
    where a.status is not null and not (
      (a.status in (200, 201) and (a.id is not null or o.shows is null))
      or (a.status = 503 and a.code = 'unavailable' and a.retry_after)
      or (a.status = 409 and a.code = 'conflict' and (a.retry_after or o.refusal = 409))
      or (a.status = 400 and a.code = 'invalid_request' and o.refusal = 400))`,
  'a COMMIT whose answer was lost and that was not answered 503 unavailable': `
    select l.correlation_id || ': ' || a.status || ' ' || coalesce(a.code, '') as found
    from torture.lost l join torture.answers a using (correlation_id)
    where a.status is not null and (a.status, coalesce(a.code, '')) <> (503, 'unavailable')`,
  'an event that a subscription names and that never arrived': `
    select s.id || ' ' || e.id as found from torture.subscriptions s
    join events e on e.name = any(s.event_names)
    where not exists (select from torture.arrivals a where a.subscription_id = s.id and a.event_id = e.id)`,
  'an arrival of what is no committed event of the subscription': `
    select a.subscription_id || ' ' || a.event_id as found from torture.arrivals a
    join torture.subscriptions s on s.id = a.subscription_id
    where not exists (select from events e where e.id = a.event_id and e.name = any(s.event_names))`,
  'an arrival whose secret the subscription never had': `
    select a.subscription_id || ' ' || a.event_id as found from torture.arrivals a
    join torture.subscriptions s on s.id = a.subscription_id
    where a.secret <> s.secret and not exists (
      select from torture.changes c join torture.keys k using (key)
      where c.operation = 'rotate_webhook_secret' and c.id = a.subscription_id and k.secret = a.secret)`,
  // Acknowledged comes after committed; signed_at is a whole second, so the moment of signing is not before it.
  'an arrival that was signed with an old secret after the rotation was acknowledged': `
    with secrets as (
      select id as subscription_id, 1 as version, secret from torture.subscriptions
      union all
      select u.target_id, u.version, k.secret from torture.updates u
      join torture.stored_keys s on s.xid = u.xid join torture.keys k on k.key = s.key
      where u.operation = 'rotate_webhook_secret'),
    acknowledged as (
      select u.target_id as subscription_id, u.version, min(a.answered_at) as at from torture.updates u
      join torture.stored_keys s on s.xid = u.xid join torture.answers a on a.key = s.key and a.status < 300
      where u.operation = 'rotate_webhook_secret' group by 1, 2)
    select a.subscription_id || ' ' || a.event_id as found from torture.arrivals a
    join secrets o on o.subscription_id = a.subscription_id and o.secret = a.secret
    where exists (select from acknowledged n where n.subscription_id = a.subscription_id
                  and n.version > o.version and n.at < a.signed_at)`,
  'a secret version that no rotation made': `
    select s.id::text as found from webhook_subscriptions s where s.secret_version <> 1 + (
      select count(*) from torture.updates u where u.target_id = s.id and u.operation = 'rotate_webhook_secret')`,
};

/** Looks for everything that must not be. */
export async function findViolations(admin: Client): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
    const { rows } = await admin.query<{ found: string }>(query);
    violations.push(...rows.map(({ found }) => ({ rule, where: found })));
  }
  return violations;
}
