import type { FieldIssue } from '#kernel/errors';
import { Instant, type CrossChecked } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';

/** The query of a list of audit entries or events: a page and a period. */
export class TrailQuery extends PageQuery implements CrossChecked {
  @Instant({ optional: true, description: 'From this instant on' }) from?: Date;
  @Instant({ optional: true, description: 'Before this instant' }) to?: Date;

  crossIssues(): FieldIssue[] {
    const reversed = this.from && this.to && this.to < this.from;
    return reversed ? [{ field: 'to', issue: 'must not be before from' }] : [];
  }
}

/** The filters of its period. */
export const OF_PERIOD = {
  from: ['timestamptz', 'item.occurred_at >= :from'],
  to: ['timestamptz', 'item.occurred_at < :to'],
} as const;
