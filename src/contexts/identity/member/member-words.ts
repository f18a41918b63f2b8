import { newId, type TenantSession } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { searchWords } from './search-words.js';

// One of the members gives the organization, for Citus. Joined with all of them, whoever adds one would read all there are.
const insertWords = identityTables.statement(
  'insert_member_search_words',
  { ids: 'uuid[]', members: 'uuid[]', words: 'text[]' },
  `insert into member_search_words (organization_id, id, member_id, word)
   select m.organization_id, w.id, w.member_id, w.word
   from members m cross join unnest(:ids::uuid[], :members::uuid[], :words::text[]) as w (id, member_id, word)
   where m.organization_id = :organization and m.id = (:members::uuid[])[1]
   on conflict do nothing`,
);

const deleteWords = identityTables.statement(
  'delete_member_search_words',
  { member: 'uuid' },
  'delete from member_search_words where organization_id = :organization and member_id = :member',
);

const insertFill = identityTables.statement(
  'insert_member_search_fill',
  { id: 'uuid', at: 'timestamptz' },
  `insert into member_search_fills (organization_id, id, filled_at) values (:organization, :id, :at)
   on conflict do nothing`,
);

const findFill = identityTables
  .statement(
    'find_member_search_fill',
    {},
    'select filled_at from member_search_fills where organization_id = :organization',
  )
  .returning<{ filled_at: Date }>();

interface NamedMember {
  id: string;
  name: string;
}

/** Adds the words of new members' names, after the members themselves. */
export async function addMemberWords(session: TenantSession, members: readonly NamedMember[]): Promise<void> {
  const rows = wordsOf(members);
  if (rows.ids.length > 0) await session.execute(insertWords, rows);
}

/** The same, with the other changes of a unit of work. */
export function queueMemberWords(uow: UnitOfWork, members: readonly NamedMember[]): void {
  const rows = wordsOf(members);
  if (rows.ids.length > 0) uow.queue(insertWords, rows);
}

/** Replaces the words of a member whose name has changed, and whose row is locked. */
export function replaceMemberWords(uow: UnitOfWork, member: NamedMember): void {
  uow.queue(deleteWords, { member: member.id });
  queueMemberWords(uow, [member]);
}

/** Whether every member of the organization has had its words. */
export async function isFilled(session: TenantSession): Promise<boolean> {
  return (await session.query(findFill)).length > 0;
}

/** Notes that every member of the organization has its words. */
export async function noteFilled(session: TenantSession, at: Date): Promise<void> {
  await session.execute(insertFill, { id: newId(), at });
}

function wordsOf(members: readonly NamedMember[]): { ids: string[]; members: string[]; words: string[] } {
  const words = members.flatMap(({ id, name }) => searchWords(name).map((word) => ({ member: id, word })));
  return {
    ids: words.map(() => newId()),
    members: words.map(({ member }) => member),
    words: words.map(({ word }) => word),
  };
}
