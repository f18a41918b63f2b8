import { aligned, decimalOf, numberOf } from '#kernel/fields';
import type { OutcomeDirection } from '../outcome-measure/outcome-measure.entity.js';

/** Why a figure has no value. */
export const NO_FIGURE_REASONS = ['no_reading', 'no_baseline', 'baseline_zero', 'no_target', 'no_direction'] as const;
export type NoFigureReason = (typeof NO_FIGURE_REASONS)[number];

export type Figure<Value> =
  { readonly measured: true; readonly value: Value } | { readonly measured: false; readonly reason: NoFigureReason };

/** The values of a measure that count for an enrollment; null where there is none. */
export interface OutcomeValues {
  direction: OutcomeDirection;
  baseline: number | null;
  target: number | null;
  latest: number | null;
}

const SHARE_PLACES = 4;

export function figuresOf({ direction, baseline, target, latest }: OutcomeValues) {
  return {
    baseline: known(baseline, 'no_baseline'),
    target: known(target, 'no_target'),
    latest: known(latest, 'no_reading'),
    change: compared(latest, baseline, 'no_baseline', (to, from) => measured(difference(to, from))),
    relativeChange: compared(latest, baseline, 'no_baseline', (to, from) =>
      from === 0 ? missing('baseline_zero') : measured(share(difference(to, from), from)),
    ),
    achieved: compared(latest, target, 'no_target', (reached, wanted) => {
      if (direction === 'none') return missing('no_direction');
      return measured(direction === 'increase' ? reached >= wanted : reached <= wanted);
    }),
  };
}

/** Exact: 0.3 - 0.1 is 0.2. */
export function difference(to: number, from: number): number {
  const [left, right] = [decimalOf(to), decimalOf(from)];
  const [a, b] = aligned(left, right);
  return numberOf({ units: a - b, places: Math.max(left.places, right.places) });
}

/** `change` as a share of the size of `base`, which is not 0: rounded to 4 places, halves away from zero. */
export function share(change: number, base: number): number {
  const [dividend, divisor] = aligned(decimalOf(change), decimalOf(Math.abs(base)));
  const scaled = dividend * 10n ** BigInt(SHARE_PLACES);
  const size = scaled < 0n ? -scaled : scaled;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return numberOf({ units: scaled < 0n ? -rounded : rounded, places: SHARE_PLACES });
}

function known(value: number | null, reason: NoFigureReason): Figure<number> {
  return value === null ? missing(reason) : measured(value);
}

/** Compares the latest reading with another value. Without a reading nothing is measured. */
function compared<Value>(
  latest: number | null,
  other: number | null,
  reason: NoFigureReason,
  figure: (latest: number, other: number) => Figure<Value>,
): Figure<Value> {
  if (latest === null) return missing('no_reading');
  return other === null ? missing(reason) : figure(latest, other);
}

function measured<Value>(value: Value): Figure<Value> {
  return { measured: true, value };
}

function missing(reason: NoFigureReason): Figure<never> {
  return { measured: false, reason };
}
