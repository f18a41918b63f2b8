import { invalidField } from '../errors/service-error.js';
import { Title } from './text.js';

/** The number of words that one search may have: each is a search of its own in the index. */
export const MAX_SEARCH_WORDS = 10;

/** The filter `q` of a list: words that begin words of a name, such as "the member's name". */
export function WordSearch({ of }: { of: string }): PropertyDecorator {
  return Title({
    optional: true,
    min: 1,
    max: 100,
    description:
      `Only where each of these words begins a word of ${of}; case and accents are ignored. At most ` +
      `${MAX_SEARCH_WORDS} words`,
    example: 'ada love',
  });
}

/** The distinct words of the search `q`. Throws 400 for too many. */
export function soughtWords(q: string): string[] {
  const words = searchWords(q);
  if (words.length > MAX_SEARCH_WORDS) throw invalidField('q', `must have at most ${MAX_SEARCH_WORDS} words`);
  return words;
}

/** Whether each of the words, of which there must be one, begins a word of the name. */
export function hasWords(name: string, words: readonly string[]): boolean {
  const named = searchWords(name);
  return words.length > 0 && words.every((word) => named.some((one) => one.startsWith(word)));
}

/** Code points of a word that are stored and compared. Compatibility decomposition makes some names very long. */
const MAX_WORD_LENGTH = 100;

/** Marks, and characters that are not shown, such as soft hyphens and joiners. */
const IGNORED = /[\p{M}\p{Cf}]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{S}]+/u;

/**
 * The distinct words of a name, folded: compatibility decomposition without marks, in lower case. This is the only place
 * that folds, for the words that are stored and for those that are searched.
 */
export function searchWords(name: string): string[] {
  const words = folded(name).split(BETWEEN_WORDS);
  return [...new Set(words.map((word) => [...word].slice(0, MAX_WORD_LENGTH).join('')))].filter((word) => word !== '');
}

/** A sigma at the end of a word has another form in lower case, but may be in the middle of the word that is searched. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(IGNORED, '').toLowerCase().replaceAll('ς', 'σ');
}

/** Bytes of a name that are stored beside each of its words: an item of an index has at most 2,704. */
const MAX_NAME_BYTES = 2_000;

/** All words of a name, in order, each after a space: what `namePattern` is compared with. Null if that is very long. */
export function searchName(words: readonly string[]): string | null {
  const name = words
    .toSorted()
    .map((word) => ` ${word}`)
    .join('');
  return Buffer.byteLength(name) > MAX_NAME_BYTES ? null : name;
}

/**
 * A LIKE pattern for the names that have, for each of these words, one that begins with it. Of a word and another one
 * that begins with it, the second says it all; what is left has the order of the words that it finds.
 */
export function namePattern(words: readonly string[]): string {
  const distinct = words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)));
  return (
    distinct
      .toSorted()
      .map((word) => `% ${word}`)
      .join('') + '%'
  );
}
