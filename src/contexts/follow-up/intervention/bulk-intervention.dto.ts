import type { FieldIssue } from '#kernel/errors';
import { Instant, OneOf, Text, Title, Uuid } from '#kernel/fields';
import { BulkItems, BulkRequest, bulkResultOf, type RefusalRules } from '#kernel/operations';
import {
  INTERVENTION_CHANNELS,
  INTERVENTION_REASONS,
  type InterventionChannel,
  type InterventionReason,
} from './intervention.entity.js';

const MAX_ITEMS = 200;

class BulkInterventionItem {
  @Uuid({ description: 'An active enrollment in the cohort' }) enrollmentId: string;

  @Uuid({ optional: true, description: 'Responsible account, if not the one that the items share' })
  ownerUserId?: string;
}

export class BulkPlanRequest extends BulkRequest<BulkInterventionItem> {
  @OneOf(INTERVENTION_REASONS, { description: 'Alert they respond to', example: 'late' }) reason: InterventionReason;
  @Title({ min: 1, max: 200, description: 'Short title', example: 'Call about the missed deadline' }) title: string;
  @OneOf(INTERVENTION_CHANNELS, { description: 'Channel' }) channel: InterventionChannel;
  @Instant({ description: 'Deadline, in the future' }) dueAt: Date;

  @Text({ min: 1, max: 2000, trim: true, description: 'Expected outcome', example: 'A new date is agreed on' })
  expectedOutcome: string;

  @Uuid({
    optional: true,
    description: 'Responsible account, with access to the enrollments; required unless each item has its own',
  })
  ownerUserId?: string;

  @BulkItems(() => BulkInterventionItem, { id: 'enrollmentId', maxItems: MAX_ITEMS }) items: BulkInterventionItem[];

  override crossIssues(): FieldIssue[] {
    const { items, ownerUserId } = this;
    const unowned = items.flatMap((item, index) =>
      (item.ownerUserId ?? ownerUserId) === undefined
        ? [{ field: `items.${index}.ownerUserId`, issue: 'is required where the items share no owner' }]
        : [],
    );
    return [...unowned, ...super.crossIssues()];
  }
}

export type PlanRefusal = 'not_found' | 'enrollment_not_active' | 'owner_not_allowed';

export const PLAN_REFUSALS: RefusalRules<PlanRefusal> = {
  not_found: {
    status: 400,
    field: 'enrollmentId',
    issue: 'must be an enrollment in the cohort that the caller reaches',
  },
  enrollment_not_active: { status: 400, field: 'enrollmentId', issue: 'must be an active enrollment' },
  owner_not_allowed: { status: 400, field: 'ownerUserId', issue: 'must be an account with access to this enrollment' },
};

export const BulkPlanResult = bulkResultOf(
  'BulkPlan',
  PLAN_REFUSALS,
  'The new intervention; the enrollment of a skipped item, null if it was not found',
);
