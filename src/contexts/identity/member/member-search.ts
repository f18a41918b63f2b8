import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { invalidField } from '#kernel/errors';
import { Title } from '#kernel/fields';
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

/**
 * Narrows a list to members with the words in their names; `column` is the member's id. A word is a range of the index,
 * because row-level security keeps LIKE and text search from using one. Semi-joins, not arrays: a row would be compared
 * with each item of the second array, and the members of a frequent word would all be read before the first page.
 */
export function narrowToNamed<Entity extends ObjectLiteral>(
  select: SelectQueryBuilder<Entity>,
  column: 'row.id' | 'row.memberId',
  q: string | undefined,
): void {
  if (q === undefined) return;
  const words = searchWords(q);
  if (words.length > MAX_SEARCH_WORDS) throw invalidField('q', `must have at most ${MAX_SEARCH_WORDS} words`);
  if (words.length === 0) select.andWhere('false');
  words.forEach((word, index) => {
    select.andWhere(
      `${column} in (
         select w.member_id from member_search_words w
         where w.organization_id = :organization and w.word >= :word${index} and w.word < :after${index})`,
      { [`word${index}`]: word, [`after${index}`]: word + LAST_CHARACTER },
    );
  });
}
