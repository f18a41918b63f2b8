import { invalidField } from '#kernel/errors';
import { Title } from '#kernel/fields';
import type { FilterValues } from '#kernel/persistence';
import { MAX_SEARCH_WORDS, searchWords } from './search-words.js';

/** Sorts after everything that a word can contain. */
const LAST_CHARACTER = '\u{10ffff}';

/** The filter `q` of a list of members, or of what belongs to them. */
export function NameSearch(): PropertyDecorator {
  return Title({
    optional: true,
    min: 1,
    max: 100,
    description:
      "Only where each of these words begins a word of the member's name; case and accents are ignored. At most " +
      `${MAX_SEARCH_WORDS} words`,
    example: 'ada love',
  });
}

type NameFilters = Record<`word${number}` | `after${number}`, readonly ['text', string?]> & {
  nobody: readonly ['flag', string];
};

/**
 * The filters of a list that narrow it to members with words in their names; `column` is the member's id. A word is a range
 * of the index, because row-level security keeps LIKE and text search from using one. Semi-joins, not arrays: a row would be
 * compared with each item of the second array, and the members of a frequent word would all be read before the first page.
 */
export function nameFilters(column: string): NameFilters {
  const filters: Record<string, readonly ['text', string?]> = {};
  for (let index = 0; index < MAX_SEARCH_WORDS; index++) {
    const condition = `${column} in (
      select w.member_id from member_search_words w
      where w.organization_id = :organization and w.word >= :word${index} and w.word < :after${index})`;
    filters[`word${index}`] = ['text', condition];
    filters[`after${index}`] = ['text'];
  }
  return { ...filters, nobody: ['flag', 'false'] };
}

/** The values of `nameFilters` for the search `q`. Throws 400 for too many words. */
export function namesOf(q: string | undefined): FilterValues<NameFilters> {
  if (q === undefined) return {};
  const words = searchWords(q);
  if (words.length > MAX_SEARCH_WORDS) throw invalidField('q', `must have at most ${MAX_SEARCH_WORDS} words`);
  const ranges: Record<string, string> = {};
  words.forEach((word, index) => {
    ranges[`word${index}`] = word;
    ranges[`after${index}`] = word + LAST_CHARACTER;
  });
  return { ...ranges, nobody: words.length === 0 };
}
