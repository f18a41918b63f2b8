import { newId, type TenantSession } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { searchName, searchWords } from '#kernel/fields';

// One of the members gives the organization, for Citus. Joined with all of them, whoever adds one would read all there are.
const insertWords = identityTables.statement(
  'insert_member_search_words',
  { ids: 'uuid[]', members: 'uuid[]', words: 'text[]', names: 'text[]' },
  `insert into member_search_words (organization_id, id, member_id, word, name)
   select m.organization_id, w.id, w.member_id, w.word, w.name from members m
   cross join unnest(:ids::uuid[], :members::uuid[], :words::text[], :names::text[]) as w (id, member_id, word, name)
   where m.organization_id = :organization and m.id = (:members::uuid[])[1]
   on conflict do nothing`,
);

const deleteWords = identityTables.statement(
  'delete_member_search_words',
  { members: 'uuid[]' },
  'delete from member_search_words where organization_id = :organization and member_id = any(:members::uuid[])',
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

/** Adds the words of existing members, whose rows are locked. An older version of the service has added them without the name. */
export async function renewMemberWords(session: TenantSession, members: readonly NamedMember[]): Promise<void> {
  await session.execute(deleteWords, { members: members.map(({ id }) => id) });
  await addMemberWords(session, members);
}

/** Replaces the words of a member whose name has changed, and whose row is locked. */
export function replaceMemberWords(uow: UnitOfWork, member: NamedMember): void {
  uow.queue(deleteWords, { members: [member.id] });
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

function wordsOf(members: readonly NamedMember[]) {
  const rows = members.flatMap(({ id, name }) => {
    const words = searchWords(name);
    const whole = searchName(words);
    return words.map((word) => ({ member: id, word, name: whole }));
  });
  return {
    ids: rows.map(() => newId()),
    members: rows.map(({ member }) => member),
    words: rows.map(({ word }) => word),
    names: rows.map(({ name }) => name),
  };
}
