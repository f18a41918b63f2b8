import { namePattern, soughtWords } from '#kernel/fields';
import type { FilterValues } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { identityTables } from '../identity.tables.js';

/** Sorts after everything that a word can contain. */
const LAST_CHARACTER = '\u{10ffff}';

/** Beyond this, the first page is full soon: a list walks through its rows instead of looking up these members. */
const FEW_MEMBERS = 2_000;

/** Initials of names, rarest first. Letters that are not among them are those of another script. */
const RARE_INITIALS = 'xquyizovwnftdpkhgelrcbjsma';

// A word is a range of the index, because row-level security keeps LIKE and text search from using one; the other words are
// compared with the whole name beside it. Rows from before there were names have their other words looked up.
const NAMED = `w.organization_id = :organization and w.word >= :word and w.word < :after
  and (w.name like :pattern or w.name is null and not exists (
    select from unnest(:words::text[]) as typed (word) where not exists (
      select from member_search_words x
      where x.organization_id = :organization and x.member_id = w.member_id
        and x.word >= typed.word and x.word < typed.word || '${LAST_CHARACTER}')))`;

const findNamed = identityTables
  .statement(
    'find_named_members',
    { word: 'text', after: 'text', pattern: 'text', words: 'text[]' },
    `select case when count(*) <= ${FEW_MEMBERS} then coalesce(array_agg(id), '{}') end as few
     from (select w.member_id as id from member_search_words w where ${NAMED} limit ${FEW_MEMBERS + 1}) found`,
  )
  .returning<{ few: string[] | null }>();

type NameFilters = {
  readonly named: readonly ['uuid[]', string];
  readonly word: readonly ['text', string];
  readonly after: readonly ['text'];
  readonly pattern: readonly ['text'];
  readonly words: readonly ['text[]'];
};

/**
 * The filters of a list that narrow it to members with words in their names; `column` is the member's id. The planner knows
 * neither how many members have all of the words nor where they are in the list, so that it is left no choice: few are
 * looked up, and for many each row of the list is looked at, by a sub-select that cannot become a join.
 */
export function nameFilters(column: string): NameFilters {
  return {
    named: ['uuid[]', `${column} = any(:named::uuid[])`],
    word: ['text', `(select true from member_search_words w where w.member_id = ${column} and ${NAMED} limit 1)`],
    after: ['text'],
    pattern: ['text'],
    words: ['text[]'],
  };
}

/** The values of `nameFilters` for the search `q`. Throws 400 for too many words. */
export async function namesOf(scope: Scope, q: string | undefined): Promise<FilterValues<NameFilters>> {
  if (q === undefined) return {};
  const words = soughtWords(q);
  if (words.length === 0) return { named: [] };
  const [word] = words.toSorted(rarestFirst);
  const values = { word, after: word + LAST_CHARACTER, pattern: namePattern(words), words };
  const [{ few }] = await scope.query(findNamed, values);
  return few ? { named: few } : values;
}

/** The word that the fewest members are likely to have: the longest, and of several the one with the rarest initial. */
function rarestFirst(one: string, other: string): number {
  return other.length - one.length || RARE_INITIALS.indexOf(one[0]) - RARE_INITIALS.indexOf(other[0]);
}
