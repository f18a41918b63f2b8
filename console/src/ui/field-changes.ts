import { strings } from '../strings/common.js';
import type { Field, Raw } from './fields.js';
import { shownPrices, type DraftPrices } from './prices.js';

/** The values of those fields that are not as they were, and of those that belong to one of them. */
export function changedOf(
  values: Record<string, unknown>,
  initial: Raw,
  raw: Raw,
  together: readonly (readonly string[])[] = [],
): Record<string, unknown> {
  const isChanged = (name: string) => JSON.stringify(raw[name] ?? '') !== JSON.stringify(initial[name] ?? '');
  const isSent = (name: string) =>
    isChanged(name) || together.some((part) => part.includes(name) && part.some(isChanged));
  return Object.fromEntries(Object.entries(values).filter(([name]) => isSent(name)));
}

/**
 * What was typed over what is there by now: a field that was not changed here is as it is by now. `both` are those that were
 * changed here and by somebody else, to another value.
 */
export function merged(typed: Raw, before: Raw, now: Raw): { both: string[]; together: Raw } {
  const isSame = (one: Raw[string] | undefined, other: Raw[string] | undefined) =>
    JSON.stringify(one ?? '') === JSON.stringify(other ?? '');
  const isMine = (name: string) => !isSame(typed[name], before[name]);
  const both = Object.keys(now).filter(
    (name) => isMine(name) && !isSame(now[name], before[name]) && !isSame(now[name], typed[name]),
  );
  const together = Object.fromEntries(
    Object.keys(now).map((name) => [name, (isMine(name) ? typed[name] : now[name]) ?? '']),
  );
  return { both, together };
}

/** What an input holds, in words. */
export function shownAs(field: Field, raw: Raw[string] | undefined): string {
  if (typeof raw === 'boolean') return raw ? strings.common.yes : strings.common.no;
  if (field.kind === 'prices') return shownPrices(raw as DraftPrices);
  const texts = Array.isArray(raw) ? raw : [raw];
  const options = field.kind === 'choice' || field.kind === 'choices' ? field.options : [];
  const shown = texts.map((one) =>
    typeof one === 'string'
      ? (options.find(({ value }) => value === one)?.label ?? one)
      : one && 'label' in one
        ? one.label
        : '',
  );
  return shown.join(', ') || strings.common.none;
}
