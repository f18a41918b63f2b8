/** Minutes in each unit, the largest first. */
export const UNITS = { days: 1_440, hours: 60, minutes: 1 } as const;
export type Unit = keyof typeof UNITS;
export const UNIT_NAMES = Object.keys(UNITS) as Unit[];

/** The largest unit in which the minutes are a whole number. */
export function unitOf(minutes: number): { unit: Unit; amount: number } {
  const unit = UNIT_NAMES.find((name) => minutes % UNITS[name] === 0) ?? 'minutes';
  return { unit, amount: Math.abs(minutes) / UNITS[unit] };
}
