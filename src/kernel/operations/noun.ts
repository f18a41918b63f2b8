/** The forms in which the noun of a resource appears in names and sentences. */
export function snake(words: string): string {
  return words.toLowerCase().replaceAll(/[ -]/g, '_');
}

export function capitalized(words: string): string {
  return words[0].toUpperCase() + words.slice(1);
}

export function withArticle(noun: string): string {
  return `${/^[aeio]|^API/.test(noun) ? 'an' : 'a'} ${noun}`;
}
