import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  Nested,
  NestedObject,
  OneOf,
  PatchOf,
  PositiveInteger,
  Text,
  Title,
  Uuid,
  variantIssues,
  Shown,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { DUE_EXAMPLE, MilestoneDue, REQUIREMENT_EXAMPLE, MilestoneRequirement } from './milestone-requirement.js';
import { MILESTONE_STATUSES } from './milestone.entity.js';

/** Milestones of a program that are not archived. */
export const MAX_MILESTONES = 50;

export class CreateMilestoneRequest implements CrossChecked {
  @Title({ min: 1, max: 200, description: 'Title', example: 'First feedback given' }) title: string;
  @Text({ optional: true, nullable: true, max: 10_000, description: 'Description' }) description?: string | null;

  @PositiveInteger({
    optional: true,
    description: 'Among the milestones of the program, from 1; the others make room. Beyond the last one: the last',
    example: 1,
  })
  position?: number;

  @NestedObject(() => MilestoneRequirement, { description: 'When it is reached', example: REQUIREMENT_EXAMPLE })
  requirement: MilestoneRequirement;

  @NestedObject(() => MilestoneDue, {
    optional: true,
    description: 'When it is due; by default none',
    example: DUE_EXAMPLE,
  })
  due?: MilestoneDue;

  crossIssues(): FieldIssue[] {
    const { requirement, due }: Partial<CreateMilestoneRequest> = this;
    return [
      ...(requirement ? variantIssues(requirement, 'requirement') : []),
      ...(due ? variantIssues(due, 'due') : []),
    ];
  }
}

export class UpdateMilestoneRequest extends PatchOf(CreateMilestoneRequest) {}

export class MilestoneQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only milestones of this program' }) programId?: string;
}

export class Milestone {
  @Uuid({ description: 'Milestone identifier' }) id: string;
  @Uuid({ description: 'Program' }) programId: string;
  @Text({ description: 'Title', example: 'First feedback given' }) title: string;
  @Text({ nullable: true, description: 'Description' }) description: string | null;
  @PositiveInteger({ description: 'Among the milestones of the program that are not archived' }) position: number;
  @Nested(() => MilestoneRequirement, { description: 'When it is reached', example: REQUIREMENT_EXAMPLE })
  requirement: MilestoneRequirement;
  @Nested(() => MilestoneDue, { description: 'When it is due', example: DUE_EXAMPLE }) due: MilestoneDue;
  @OneOf(MILESTONE_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export class ReachMilestoneRequest {
  @Uuid({ description: "A milestone of the enrollment's program that is not archived" }) milestoneId: string;
  @Instant({ optional: true, description: 'Not in the future; by default now' }) reachedAt?: Date;
  @Text({ optional: true, nullable: true, max: 1000, description: 'Note' }) note?: string | null;
}

export class RevokeMilestoneReachRequest {
  @Title({ min: 1, max: 500, description: 'Why', example: 'Entered for another person' }) reason: string;
}

export class MilestoneReach {
  @Uuid({ description: 'Identifier' }) id: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
  @Uuid({ description: 'Milestone' }) milestoneId: string;
  @Text({ description: 'Title of the milestone', example: 'First feedback given' }) title: string;
  @Instant({ description: 'When it was reached' }) reachedAt: string;
  @Flag({ description: 'Whether its requirement was met; otherwise the staff recorded it' }) automatic: boolean;
  @Uuid({ nullable: true, description: 'The account that recorded it; null where it was automatic' })
  recordedBy: string | null;
  @Shown(ReachMilestoneRequest, 'note') note: string | null;
  @Instant({ nullable: true, description: 'When it was revoked; null where it was not' }) revokedAt: string | null;
  @Text({ nullable: true, description: 'Why it was revoked' }) revokeReason: string | null;
}
