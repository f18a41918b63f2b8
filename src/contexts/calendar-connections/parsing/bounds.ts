/** The most occurrences that one entry may have in the period that is read. */
export const MAX_OCCURRENCES = 2_000;

/** A time as far as it is kept, in milliseconds: until the end of the period, and not before 1970. Undefined outside of it. */
export function keptSpan(
  from: number,
  to: number,
  period: { from: number; to: number },
): [from: number, to: number] | undefined {
  if (to <= from || to <= period.from || from >= period.to) return undefined;
  // The start stays what it is: a conflict is known by it.
  return [Math.max(from, 0), Math.min(to, period.to)];
}
