import {
  DecimalNumber,
  Flag,
  Instant,
  Measured,
  Nested,
  NestedList,
  OneOf,
  Shown,
  Text,
  Title,
  toResource,
  Union,
  Unmeasured,
  Uuid,
} from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import { OutcomeMeasure } from '../outcome-measure/outcome-measure.dto.js';
import { OUTCOME_KINDS, type OutcomeEntryEntity, type OutcomeKind } from './outcome-entry.entity.js';
import { NO_FIGURE_REASONS } from './outcome-figures.js';

/** The entries that are shown of each measure. */
export const SHOWN_ENTRIES = 20;

export class RecordOutcomeRequest {
  @Uuid({ description: "An active outcome measure of the enrollment's program" }) outcomeMeasureId: string;

  @OneOf(OUTCOME_KINDS, {
    description:
      'A later baseline or target takes the place of the earlier one; the person enrolled records readings only',
    example: 'reading',
  })
  kind: OutcomeKind;

  @DecimalNumber({ description: 'Within the bounds and decimal places of the measure', example: 7 }) value: number;
  @Instant({ optional: true, description: 'Not in the future; by default now' }) measuredAt?: Date;
  @Text({ optional: true, nullable: true, max: 1000, description: 'Note' }) note?: string | null;
}

export class VoidOutcomeEntryRequest {
  @Title({ min: 1, max: 500, description: 'Why', example: 'Entered for another person' }) reason: string;
}

export class OutcomeEntry {
  @Uuid({ description: 'Outcome entry identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Uuid({ description: 'Outcome measure' }) outcomeMeasureId: string;
  @OneOf(OUTCOME_KINDS, { description: 'What the value is', example: 'reading' }) kind: string;
  @DecimalNumber({ description: 'Value', example: 7 }) value: number;
  @Instant({ description: 'When it was measured, UTC' }) measuredAt: string;
  @Shown(RecordOutcomeRequest, 'note') note: string | null;
  @Uuid({ description: 'Recording account' }) recordedBy: string;
  @Instant({ description: 'When it was recorded, UTC' }) recordedAt: string;
  @Instant({ nullable: true, description: 'When it was voided; null where it counts' }) voidedAt: string | null;
  @Text({ nullable: true, description: 'Why it was voided' }) voidReason: string | null;
}

export class OutcomeValue extends Measured {
  @DecimalNumber({ example: 7 }) value: number;
}

export class OutcomeVerdict extends Measured {
  @Flag({ description: 'Whether the latest reading is the target or better' }) value: boolean;
}

/** A figure without a value, which is never returned as 0. */
export class OutcomeNotMeasured extends Unmeasured {
  @OneOf(NO_FIGURE_REASONS, { description: 'Why there is no value' }) reason: string;
}

const VALUE = [OutcomeValue, OutcomeNotMeasured];
type MaybeValue = OutcomeValue | OutcomeNotMeasured;

export class MeasuredOutcome {
  @Nested(() => OutcomeMeasure) measure: OutcomeMeasure;
  @Union(VALUE, { description: 'reason: no_baseline' }) baseline: MaybeValue;
  @Union(VALUE, { description: 'reason: no_target' }) target: MaybeValue;
  @Union(VALUE, { description: 'The latest reading. reason: no_reading' }) latest: MaybeValue;
  @Union(VALUE, { description: 'latest - baseline. reason: no_reading or no_baseline' }) change: MaybeValue;

  @Union(VALUE, {
    description: 'change ÷ |baseline|, to 4 decimal places. reason: no_reading, no_baseline or baseline_zero',
  })
  relativeChange: MaybeValue;

  @Union([OutcomeVerdict, OutcomeNotMeasured], { description: 'reason: no_reading, no_target or no_direction' })
  achieved: OutcomeVerdict | OutcomeNotMeasured;

  @NestedList(() => OutcomeEntry, { maxItems: SHOWN_ENTRIES, description: 'The last ones, voided ones included' })
  entries: OutcomeEntry[];
}

export class Outcomes {
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;

  @NestedList(() => MeasuredOutcome, {
    description: 'The active measures of the program, and archived ones with entries, by creation',
  })
  items: MeasuredOutcome[];
}

export function toOutcomeEntry(row: NewRow<OutcomeEntryEntity>): OutcomeEntry {
  return toResource(OutcomeEntry, { ...row, value: Number(row.value) });
}
