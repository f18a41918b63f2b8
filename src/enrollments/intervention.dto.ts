import type { MemberNames } from '../identity/identity.public.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { Flag } from '../platform/fields/numbers.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import {
  INTERVENTION_CHANNELS,
  INTERVENTION_REASONS,
  INTERVENTION_STATUSES,
  type InterventionChannel,
  type InterventionEntity,
  type InterventionReason,
  type InterventionStatus,
} from './intervention.entity.js';
import { nameOf } from './named-page.js';

export class PlanInterventionRequest {
  @OneOf(INTERVENTION_REASONS, { description: 'The alert that it answers', example: 'at_risk' })
  reason: InterventionReason;

  @Title({ min: 1, max: 200, description: 'Short title', example: 'Call about the missed deadline' })
  title: string;

  @OneOf(INTERVENTION_CHANNELS, { description: 'How it is carried out' })
  channel: InterventionChannel;

  @Uuid({ description: 'The responsible account; it must be allowed on this enrollment' })
  ownerUserId: string;

  @Instant({ description: 'Deadline, in the future' })
  dueAt: Date;

  @Text({ min: 1, max: 2000, trim: true, description: 'What it must achieve', example: 'A new date is agreed on' })
  expectedOutcome: string;

  @Uuid({ optional: true, nullable: true, description: 'An open blocker of the same enrollment', example: null })
  blockerId?: string | null;
}

export class CloseInterventionRequest {
  @OneOf(['completed', 'cancelled'], { description: 'How it ended' })
  status: 'completed' | 'cancelled';

  @Text({ min: 1, max: 2000, trim: true, description: 'Outcome reached', example: 'A new date was agreed on' })
  outcome: string;
}

export class ListInterventionsQuery extends PageQuery {
  @OneOf(INTERVENTION_STATUSES, { optional: true, description: 'Only those of this status' })
  status?: InterventionStatus;
}

export class WorkQueueQuery extends PageQuery {
  @OneOf(['upcoming'], { optional: true, description: 'upcoming adds those whose dueAt is still ahead' })
  include?: 'upcoming';
}

export class Intervention {
  @Uuid({ description: 'Intervention identifier' })
  id: string;

  @Uuid({ description: 'Owning enrollment' })
  enrollmentId: string;

  @OneOf(INTERVENTION_REASONS, { description: 'The alert that it answers' })
  reason: string;

  @Text({ min: 1, max: 200, description: 'Short title' })
  title: string;

  @OneOf(INTERVENTION_CHANNELS, { description: 'How it is carried out' })
  channel: string;

  @Uuid({ description: 'Responsible account' })
  ownerUserId: string;

  @Text({ nullable: true, description: 'Display name of the owner' })
  ownerName: string | null;

  @Instant({ description: 'Deadline, UTC' })
  dueAt: string;

  @Text({ description: 'What it must achieve' })
  expectedOutcome: string;

  @OneOf(INTERVENTION_STATUSES, { description: 'planned until it is closed' })
  status: string;

  @Text({ nullable: true, description: 'Outcome reached, once closed' })
  outcome: string | null;

  @Instant({ nullable: true, description: 'Closure time, UTC' })
  closedAt: string | null;

  @Uuid({ nullable: true, description: 'Closing account' })
  closedBy: string | null;

  @Text({ nullable: true, description: 'Display name of the closer' })
  closedByName: string | null;

  @Uuid({ nullable: true, description: 'Linked blocker' })
  blockerId: string | null;

  @Uuid({ description: 'Planning account' })
  plannedBy: string;

  @Text({ nullable: true, description: 'Display name of the planner' })
  plannedByName: string | null;

  @Instant({ description: 'Planning time, UTC' })
  plannedAt: string;
}

/** An intervention as its owner's work queue shows it. */
export class WorkQueueItem extends Intervention {
  @Flag({ description: 'Whether dueAt has passed' })
  overdue: boolean;
}

export function toIntervention(row: NewRow<InterventionEntity>, names: MemberNames): Intervention {
  return {
    id: row.id,
    enrollmentId: row.enrollmentId,
    reason: row.reason,
    title: row.title,
    channel: row.channel,
    ownerUserId: row.ownerAccountId,
    ownerName: nameOf(row.ownerAccountId, names),
    dueAt: row.dueAt.toISOString(),
    expectedOutcome: row.expectedOutcome,
    status: row.status,
    outcome: row.outcome,
    closedAt: row.closedAt?.toISOString() ?? null,
    closedBy: row.closedBy,
    closedByName: nameOf(row.closedBy, names),
    blockerId: row.blockerId,
    plannedBy: row.plannedBy,
    plannedByName: nameOf(row.plannedBy, names),
    plannedAt: row.plannedAt.toISOString(),
  };
}

export function toWorkQueueItem(row: InterventionEntity, names: MemberNames, now: Date): WorkQueueItem {
  return { ...toIntervention(row, names), overdue: row.dueAt <= now };
}
