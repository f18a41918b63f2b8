import { NamedResources } from '#contexts/identity/identity.public.js';
import { Flag, Instant, OneOf, QueryFlag, Shown, Text, Title, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import {
  INTERVENTION_CHANNELS,
  INTERVENTION_REASONS,
  INTERVENTION_STATUSES,
  type InterventionChannel,
  type InterventionReason,
  type InterventionStatus,
} from './intervention.entity.js';

export class PlanInterventionRequest {
  @OneOf(INTERVENTION_REASONS, { description: 'Alert it responds to', example: 'at_risk' }) reason: InterventionReason;
  @Title({ min: 1, max: 200, description: 'Short title', example: 'Call about the missed deadline' }) title: string;
  @OneOf(INTERVENTION_CHANNELS, { description: 'Channel' }) channel: InterventionChannel;
  @Uuid({ description: 'Responsible account; must have access to the enrollment' }) ownerUserId: string;
  @Instant({ description: 'Deadline, in the future' }) dueAt: Date;

  @Text({ min: 1, max: 2000, trim: true, description: 'Expected outcome', example: 'A new date is agreed on' })
  expectedOutcome: string;

  @Uuid({ optional: true, nullable: true, description: 'An open blocker of the same enrollment', example: null })
  blockerId?: string | null;
}

export class UpdateInterventionRequest {
  @Uuid({ optional: true, description: 'Responsible account; must have access to the enrollment' })
  ownerUserId?: string;

  @Instant({ optional: true, description: 'Deadline, in the future' }) dueAt?: Date;
  @Title({ optional: true, min: 1, max: 200, description: 'Short title', example: 'Call again' }) title?: string;
  @OneOf(INTERVENTION_CHANNELS, { optional: true, description: 'Channel' }) channel?: InterventionChannel;

  @Text({ optional: true, min: 1, max: 2000, trim: true, description: 'Expected outcome', example: 'A date is set' })
  expectedOutcome?: string;
}

export class CloseInterventionRequest {
  @OneOf(['completed', 'cancelled'], { description: 'Final status' }) status: 'completed' | 'cancelled';

  @Text({ min: 1, max: 2000, trim: true, description: 'Actual outcome', example: 'A new date was agreed on' })
  outcome: string;
}

export class ListInterventionsQuery extends PageQuery {
  @OneOf(INTERVENTION_STATUSES, { optional: true, description: 'Filter by status' }) status?: InterventionStatus;
}

export class WorkQueueQuery extends PageQuery {
  @OneOf(['upcoming'], {
    optional: true,
    description: 'upcoming also returns interventions whose dueAt has not passed',
  })
  include?: 'upcoming';
}

export class InterventionsInHandQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only those of this owner, an account' }) ownerUserId?: string;
  @Uuid({ optional: true, description: 'Only those on enrollments in this cohort' }) cohortId?: string;

  @OneOf(INTERVENTION_REASONS, { optional: true, description: 'Only those with this reason', example: 'at_risk' })
  reason?: InterventionReason;

  @QueryFlag({ optional: true, description: 'true: only those whose dueAt has passed' }) overdue?: boolean;

  @OneOf(['orphaned'], {
    optional: true,
    description: 'orphaned: only those whose owner can no longer act on the enrollment',
  })
  ownership?: 'orphaned';
}

export class Intervention {
  @Uuid({ description: 'Intervention identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @OneOf(INTERVENTION_REASONS, { description: 'Alert it responds to' }) reason: string;
  @Text({ min: 1, max: 200, description: 'Short title' }) title: string;
  @OneOf(INTERVENTION_CHANNELS, { description: 'Channel' }) channel: string;
  @Uuid({ description: 'Responsible account' }) ownerUserId: string;
  @Text({ nullable: true, description: 'Display name of the owner' }) ownerName: string | null;
  @Instant({ description: 'Deadline, UTC' }) dueAt: string;
  @Shown(PlanInterventionRequest, 'expectedOutcome') expectedOutcome: string;
  @OneOf(INTERVENTION_STATUSES, { description: 'planned until closed' }) status: string;
  @Text({ nullable: true, description: 'Actual outcome, set on close' }) outcome: string | null;
  @Instant({ nullable: true, description: 'Close time, UTC' }) closedAt: string | null;
  @Uuid({ nullable: true, description: 'Closing account' }) closedBy: string | null;
  @Text({ nullable: true, description: 'Display name of the closing account' }) closedByName: string | null;
  @Uuid({ nullable: true, description: 'Linked blocker' }) blockerId: string | null;
  @Uuid({ description: 'Planning account' }) plannedBy: string;
  @Text({ nullable: true, description: 'Display name of the planning account' }) plannedByName: string | null;
  @Instant({ description: 'Planning time, UTC' }) plannedAt: string;
}

export class WorkQueueItem extends Intervention {
  @Flag({ description: 'Whether dueAt has passed' }) overdue: boolean;
}

export class InterventionInHand extends WorkQueueItem {
  @Uuid({ description: "The enrollment's cohort" }) cohortId: string;
  @Uuid({ description: 'The enrolled member' }) memberId: string;
  @Text({ description: 'Display name of the member' }) memberName: string;
  @Flag({ description: 'Whether the owner can act on the enrollment' }) ownerMayAct: boolean;
}

const NAMES = { ownerName: 'ownerUserId', closedByName: 'closedBy', plannedByName: 'plannedBy' } as const;
export const INTERVENTIONS = new NamedResources(Intervention, NAMES);
export const WORK_QUEUE = new NamedResources(WorkQueueItem, NAMES);

/** The interventions, with whether their dueAt has passed. */
export function withOverdue<Row extends { dueAt: Date }>(interventions: readonly Row[], now: Date) {
  return interventions.map((row) => ({ ...row, overdue: row.dueAt <= now }));
}
