import { OWN_MEMBERSHIPS } from '../access/access-sql.js';

/**
 * SQL `any(…)` of the ids of the members whom the person with the account `:account` has blocked, each with all of their
 * memberships: a block is about a person.
 */
export const BLOCKED_BY_CALLER = `any(array(
  select blocked.id from member_blocks b
  join members named on named.organization_id = :organization and named.id = b.blocked_member_id
  join members blocked on blocked.organization_id = :organization and blocked.account_id = named.account_id
  where b.organization_id = :organization and b.member_id = ${OWN_MEMBERSHIPS}))`;

/** SQL condition: the person of the member `m` has blocked that of the account `:author`. */
export const BLOCKS_AUTHOR = `exists (
  select 1 from member_blocks b
  join members blocker on blocker.organization_id = :organization and blocker.id = b.member_id
  join members named on named.organization_id = :organization and named.id = b.blocked_member_id
  where b.organization_id = :organization and blocker.account_id = m.account_id and named.account_id = :author::uuid)`;
