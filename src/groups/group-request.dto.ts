import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { PositiveInteger } from '../platform/fields/numbers.js';
import { OneOf, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import { GROUP_SCOPES, GROUP_TYPES, type GroupScope, type GroupType } from './group.entity.js';

export class CreateGroupRequest implements CrossChecked {
  @Title({ min: 2, max: 100, description: 'Name', example: 'Tuesday accountability' })
  name: string;

  @OneOf(GROUP_TYPES, { description: 'What the group is for', example: 'accountability' })
  type: GroupType;

  @OneOf(GROUP_SCOPES, { description: 'What the group belongs to' })
  scope: GroupScope;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'Required for program and cohort scope, else absent',
    example: null,
  })
  programId?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'Required for cohort scope, else absent', example: null })
  cohortId?: string | null;

  @Instant({ optional: true, nullable: true, description: 'Start instant' })
  startsAt?: Date | null;

  @Instant({ optional: true, nullable: true, description: 'End instant, not before startsAt' })
  endsAt?: Date | null;

  @PositiveInteger({
    optional: true,
    nullable: true,
    description: 'Open memberships at most; null means unlimited',
    example: 8,
  })
  capacity?: number | null;

  crossIssues(): FieldIssue[] {
    return groupIssues(this);
  }
}

export class UpdateGroupRequest {
  @Title({ optional: true, min: 2, max: 100, description: 'Name', example: 'Tuesday accountability' })
  name?: string;

  @OneOf(GROUP_TYPES, { optional: true, description: 'What the group is for', example: 'accountability' })
  type?: GroupType;

  @OneOf(GROUP_SCOPES, { optional: true, description: 'What the group belongs to' })
  scope?: GroupScope;

  @Uuid({ optional: true, nullable: true, description: 'Must fit the scope; null erases it', example: null })
  programId?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'Must fit the scope; null erases it', example: null })
  cohortId?: string | null;

  @Instant({ optional: true, nullable: true, description: 'Start instant; null erases it' })
  startsAt?: Date | null;

  @Instant({ optional: true, nullable: true, description: 'End instant, not before startsAt; null erases it' })
  endsAt?: Date | null;

  @PositiveInteger({
    optional: true,
    nullable: true,
    description: 'Not below the open memberships; null means unlimited',
    example: 8,
  })
  capacity?: number | null;
}

export class GroupQuery extends PageQuery {
  @OneOf(GROUP_SCOPES, { optional: true, description: 'Groups of this scope' })
  scope?: GroupScope;

  @OneOf(GROUP_TYPES, { optional: true, description: 'Groups of this type' })
  type?: GroupType;

  @Uuid({ optional: true, description: 'Groups of this program, those of its cohorts included' })
  programId?: string;

  @Uuid({ optional: true, description: 'Groups of this cohort' })
  cohortId?: string;
}

/** What a group's scope asks of its ids, and its window of its ends. An update is judged by the group it would make. */
export function groupIssues(
  group: Pick<CreateGroupRequest, 'scope' | 'programId' | 'cohortId' | 'startsAt' | 'endsAt'>,
): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const judge = (field: 'programId' | 'cohortId', wanted: boolean): void => {
    const given = (group[field] ?? null) !== null;
    if (wanted && !given) issues.push({ field, issue: `is required for ${group.scope} scope` });
    if (!wanted && given) issues.push({ field, issue: `must be absent for ${group.scope} scope` });
  };
  judge('programId', group.scope !== 'organization');
  judge('cohortId', group.scope === 'cohort');
  if (group.startsAt && group.endsAt && group.endsAt < group.startsAt) {
    issues.push({ field: 'endsAt', issue: 'must not be before startsAt' });
  }
  return issues;
}
