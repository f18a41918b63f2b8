import { locale } from './strings/words.js';

/** The currencies that the service takes, by how many digits an amount has after the point. */
const CODES: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE
    CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR
    KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB
    PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY
    TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

const DIGITS: ReadonlyMap<string, number> = new Map(
  Object.entries(CODES).flatMap(([digits, codes]) => codes.split(/\s+/).map((code) => [code, Number(digits)] as const)),
);

export const CURRENCIES: readonly string[] = [...DIGITS.keys()].sort();

/** How many digits stand after the point. A browser has its own idea of some currencies, which is not asked. */
export function digitsOf(currency: string): number {
  return DIGITS.get(currency) ?? 2;
}

/** An amount in minor units as a decimal number, such as "1234.50". Nothing is divided: the digits stay what they are. */
export function decimalOf(currency: string, amount: number): string {
  const digits = digitsOf(currency);
  const sign = amount < 0 ? '-' : '';
  const plain = String(Math.abs(amount)).padStart(digits + 1, '0');
  const at = plain.length - digits;
  return digits === 0 ? sign + plain : `${sign}${plain.slice(0, at)}.${plain.slice(at)}`;
}

/** The minor units of a decimal number as it was typed, with a point and no more digits than the currency has; undefined for anything else. */
export function minorUnitsOf(currency: string, typed: string): number | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(typed.trim()) ?? [];
  const digits = digitsOf(currency);
  if (whole === undefined || fraction.length > digits) return undefined;
  const amount = Number(whole + fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

const formats = new Map<string, Intl.NumberFormat>();

/** An amount in minor units as it is read: "€1,234.50", "JP¥1,235". */
export function money(currency: string, amount: number): string {
  let format = formats.get(currency);
  if (!format) {
    const digits = digitsOf(currency);
    const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    formats.set(currency, (format = new Intl.NumberFormat(locale, { style: 'currency', currency, ...fraction })));
  }
  return format.format(decimalOf(currency, amount) as Intl.StringNumericLiteral);
}
