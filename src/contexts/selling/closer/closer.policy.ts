import { isAdministrator, type Caller } from '#kernel/access';
import { foundBy } from '#kernel/operations';
import { sellingTables } from '../selling.tables.js';

/** SQL condition on the responsibility `r`: it makes a closer now. */
export const CLOSING = `r.organization_id = :organization and r.role = 'closer' and r.ended_at is null`;

/** SQL condition: the member is a closer of the program now; without a program, of the organization. Both are expressions. */
export function closes(member: string, program: string): string {
  return `exists (select 1 from responsibilities r
    where ${CLOSING} and r.member_id = ${member} and (r.scope = 'organization' or r.program_id = ${program}))`;
}

/** The closer to whose scopes and prospects the caller is restricted; null for OWNER and ADMIN. */
export function closerOf(caller: Caller): string | null {
  return isAdministrator(caller) ? null : caller.memberId;
}

/** The path names a member: any for OWNER and ADMIN, themselves for others. A write that is repeated finds one who sells no more. */
export const ownCloser = foundBy({
  tables: sellingTables,
  name: 'find_closer',
  sql: `select 1 from members m
    where m.organization_id = :organization and m.id = :id and (:caller::uuid is null or m.id = :caller)`,
  parameters: { caller: 'uuid' },
  values: (caller) => ({ caller: closerOf(caller) }),
  notFound: 'The member is no closer now, or is not the caller, who is neither OWNER nor ADMIN.',
});
