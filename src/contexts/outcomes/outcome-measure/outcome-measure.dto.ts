import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  DecimalNumber,
  decimalOf,
  Flag,
  OneOf,
  PatchOf,
  Pattern,
  Shown,
  Title,
  toResource,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import {
  OUTCOME_DIRECTIONS,
  OUTCOME_MEASURE_STATUSES,
  type OutcomeDirection,
  type OutcomeMeasureEntity,
  type OutcomeMeasureStatus,
} from './outcome-measure.entity.js';

class ChangeableFields {
  @Title({ min: 1, max: 200, description: 'Name', example: 'Confidence in difficult talks' }) name: string;

  @Title({ optional: true, nullable: true, min: 1, max: 50, description: 'Unit of the values', example: 'points' })
  unit?: string | null;

  @Flag({ optional: true, description: 'Whether the person enrolled records readings themselves; by default false' })
  selfReport?: boolean;
}

export class CreateOutcomeMeasureRequest extends ChangeableFields implements CrossChecked {
  @Pattern(/^[a-z][a-z0-9_]{1,49}$/, {
    issue: 'must be 2 to 50 lower-case letters, digits and underscores, the first a letter',
    description: 'Identifies it in the program, for good',
    example: 'confidence',
  })
  key: string;

  @OneOf(OUTCOME_DIRECTIONS, { description: 'Which way is better', example: 'increase' }) direction: OutcomeDirection;
  @DecimalNumber({ optional: true, nullable: true, description: 'The least value', example: 0 }) min?: number | null;
  @DecimalNumber({ optional: true, nullable: true, description: 'The greatest value', example: 10 })
  max?: number | null;

  @WholeNumber({ optional: true, max: 4, description: 'Decimal places of the values; by default none', example: 1 })
  decimals?: number;

  crossIssues(): FieldIssue[] {
    const { min = null, max = null, decimals = 0 } = this;
    const issues = Object.entries({ min, max }).flatMap(([field, bound]) => {
      const issue = placesIssue(bound ?? 0, decimals);
      return issue === undefined ? [] : [{ field, issue }];
    });
    if (min !== null && max !== null && min > max) issues.push({ field: 'max', issue: 'must not be less than min' });
    return issues;
  }
}

/** The issue with a number that has more decimal places than its measure. */
export function placesIssue(value: number, decimals: number): string | undefined {
  return decimalOf(value).places > decimals ? `must have at most ${decimals} decimal places` : undefined;
}

export class UpdateOutcomeMeasureRequest extends PatchOf(ChangeableFields) {
  @OneOf(OUTCOME_MEASURE_STATUSES, { optional: true, description: 'archived: it takes no entries' })
  status?: OutcomeMeasureStatus;
}

export class OutcomeMeasureQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only measures of this program' }) programId?: string;
}

export class OutcomeMeasure {
  @Uuid({ description: 'Outcome measure identifier' }) id: string;
  @Uuid({ description: 'Program' }) programId: string;
  @Shown(CreateOutcomeMeasureRequest, 'key') key: string;
  @Shown(CreateOutcomeMeasureRequest, 'name') name: string;
  @Shown(CreateOutcomeMeasureRequest, 'unit') unit: string | null;
  @OneOf(OUTCOME_DIRECTIONS, { description: 'Which way is better' }) direction: string;
  @Shown(CreateOutcomeMeasureRequest, 'min') min: number | null;
  @Shown(CreateOutcomeMeasureRequest, 'max') max: number | null;
  @Shown(CreateOutcomeMeasureRequest, 'decimals') decimals: number;
  @Shown(CreateOutcomeMeasureRequest, 'selfReport') selfReport: boolean;
  @OneOf(OUTCOME_MEASURE_STATUSES, { description: 'Lifecycle status' }) status: string;
}

export function toOutcomeMeasure(row: NewRow<OutcomeMeasureEntity>): OutcomeMeasure {
  return toResource(OutcomeMeasure, { ...row, min: toNumber(row.min), max: toNumber(row.max) });
}

function toNumber(text: string | null): number | null {
  return text === null ? null : Number(text);
}
