import { expect, test } from '@playwright/test';
import { decimalsOf } from '../../src/contexts/selling/terms/currencies.js';
import { CURRENCIES, decimalOf, digitsOf, minorUnitsOf, money } from '../src/money.js';

const amounts: [currency: string, amount: number, decimal: string, shown: string][] = [
  ['EUR', 123_450, '1234.50', '€1,234.50'],
  ['EUR', 5, '0.05', '€0.05'],
  ['EUR', 0, '0.00', '€0.00'],
  ['EUR', 99_999_999, '999999.99', '€999,999.99'],
  ['EUR', -1_050, '-10.50', '-€10.50'],
  ['USD', 29, '0.29', 'US$0.29'],
  ['JPY', 1_235, '1235', 'JP¥1,235'],
  ['UGX', 7, '7', 'UGX\u00a07'],
  ['TND', 1_234_500, '1234.500', 'TND\u00a01,234.500'],
  // Browsers say that it has no digits; the service counts thousandths.
  ['IQD', 10, '0.010', 'IQD\u00a00.010'],
  // More than a double can tell apart once it is divided.
  ['EUR', Number.MAX_SAFE_INTEGER, '90071992547409.91', '€90,071,992,547,409.91'],
];
for (const [currency, amount, decimal, shown] of amounts) {
  test(`${amount} minor units of ${currency} are ${shown}, and ${decimal} where they are typed`, () => {
    expect(decimalOf(currency, amount)).toBe(decimal);
    expect(money(currency, amount)).toBe(shown);
    if (amount >= 0) expect(minorUnitsOf(currency, decimal)).toBe(amount);
  });
}

const typed: [currency: string, text: string, amount: number | undefined][] = [
  // Each of these is another number once it is multiplied by 100 as a float.
  ['EUR', '1.15', 115],
  ['EUR', '4.35', 435],
  ['EUR', '19.99', 1_999],
  ['EUR', '1.1', 110],
  ['EUR', ' 12 ', 1_200],
  ['EUR', '007', 700],
  ['EUR', '1.005', undefined],
  ['EUR', '1,50', undefined],
  ['EUR', '1,234.50', undefined],
  ['EUR', '1.', undefined],
  ['EUR', '.5', undefined],
  ['EUR', '-1', undefined],
  ['EUR', '+1', undefined],
  ['EUR', '1e3', undefined],
  ['EUR', '٣', undefined],
  ['EUR', '', undefined],
  ['EUR', '90071992547409.92', undefined],
  ['JPY', '1500', 1_500],
  ['JPY', '1500.0', undefined],
  ['TND', '1.5', 1_500],
  ['TND', '1.5005', undefined],
];
for (const [currency, text, amount] of typed) {
  test(`"${text}" in ${currency} is ${amount ?? 'refused'}`, () => {
    expect(minorUnitsOf(currency, text)).toBe(amount);
  });
}

test('every currency has as many digits as the service counts', () => {
  expect(CURRENCIES.length).toBeGreaterThan(150);
  for (const currency of CURRENCIES) expect([currency, digitsOf(currency)]).toEqual([currency, decimalsOf(currency)]);
});
