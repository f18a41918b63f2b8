/** The words of the API, and numbers, as they are read. */
export const locale = 'en-GB';

/** Words of the API, where their plain form does not read well. */
const words: Record<string, string> = {
  startDate: 'the first day',
  endDate: 'the last day',
  OWNER: 'owner',
  ADMIN: 'administrator',
  MEMBER: 'member',
};

/** A status, role or kind of the API as it is read: `at_risk` is "at risk". */
export function word(value: string): string {
  return words[value] ?? value.replaceAll('_', ' ');
}

/** A field of the API as it is read: `externalId` is "external id". */
export function fieldWords(name: string): string {
  return word(name)
    .replace(/[a-z][A-Z]/g, ([last = '', first = '']) => `${last} ${first.toLowerCase()}`)
    .replaceAll('.', ' ');
}

/** What the service names by a code, or in the terms of whoever operates it. */
const issues: Record<string, string> = {
  host_calendar:
    'The host is busy then, or their calendar has not been read yet. Choose another time, or try again in a minute.',
  'must have an origin of CALENDAR_RETURN_ORIGINS':
    'The service does not lead back to this address of the console. Ask your operator to add it to CALENDAR_RETURN_ORIGINS.',
};

/** What the service says of a field, as a sentence beside the field: "must be absent unless dueKind is fixed". */
export function issueSentence(issue: string): string {
  const known = issues[issue];
  if (known !== undefined) return known;
  const plain = issue
    .replace(/^must be absent\b/, 'must be left empty')
    .replace(/^is required without\b/, 'is needed without')
    .replace(/^must have at least 1 items?$/, 'must not be empty')
    .replace(/^must have 1 to (\d+) items$/, 'needs 1 to $1 of them')
    .replace(/^must not be of a person who has a seat in the cohort$/, 'person has a seat in the cohort already')
    .replace(/^each item must/, 'must in each entry');
  const words = plain.replace(/\b[a-z]+(?:[A-Z_][A-Za-z_]*)+\b/g, (name) => fieldWords(name));
  return `This ${words.replace(/\.$/, '')}.`;
}

/** A number as it is read. */
export function number(value: number): string {
  return value.toLocaleString(locale);
}

/** A value with decimal places, as many as a measure may have. */
export function decimal(value: number): string {
  return value.toLocaleString(locale, { maximumFractionDigits: 4 });
}

export function plural(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export function quoted(labels: readonly string[]): string {
  return labels.map((label) => `“${label}”`).join(', ');
}

/** Under a minute, it is now. */
const NOW = 'just now';
const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });

/** How long ago an instant was, in whole days, hours or minutes: "3 days ago". */
export function sinceNow(iso: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(iso)) / 60_000));
  if (minutes === 0) return NOW;
  if (minutes < 60) return ago.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day');
}
