/** A decimal number: `units` × 10^-`places`. */
export interface Decimal {
  readonly units: bigint;
  readonly places: number;
}

/** A double tells all decimal numbers with so many significant digits apart, and gives each back as it was written. */
export const MAX_DIGITS = 15;

const FORM = /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

/** The number as its shortest decimal text has it, with as few places as that takes. */
export function decimalOf(value: number): Decimal {
  const [, whole, fraction = '', exponent = '0'] = FORM.exec(String(value)) ?? [];
  const places = fraction.length - Number(exponent);
  const units = BigInt(whole + fraction);
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places };
}

export function significantDigits({ units }: Decimal): number {
  return String(units).replace(/^-/, '').replace(/0+$/, '').length;
}

export function numberOf({ units, places }: Decimal): number {
  return Number(`${units}e-${places}`);
}

/** The units of several numbers in the most places that one of them has. */
export function aligned(...numbers: Decimal[]): bigint[] {
  const most = Math.max(...numbers.map(({ places }) => places));
  return numbers.map(({ units, places }) => units * 10n ** BigInt(most - places));
}
