import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, PatchOf, PositiveInteger, Title, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { GROUP_SCOPES, GROUP_TYPES, type GroupScope, type GroupType } from './group.entity.js';

class GroupFields {
  @Title({ min: 2, max: 100, description: 'Name', example: 'Tuesday accountability' }) name: string;
  @OneOf(GROUP_TYPES, { description: 'Purpose of the group', example: 'accountability' }) type: GroupType;
  @OneOf(GROUP_SCOPES, { description: 'What the group belongs to' }) scope: GroupScope;

  @Uuid({ optional: true, nullable: true, description: 'Required for program and cohort scope', example: null })
  programId?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'Required for cohort scope', example: null })
  cohortId?: string | null;

  @Instant({ optional: true, nullable: true, description: 'Start' }) startsAt?: Date | null;
  @Instant({ optional: true, nullable: true, description: 'End, not before startsAt' }) endsAt?: Date | null;

  @PositiveInteger({
    optional: true,
    nullable: true,
    description: 'Maximum open memberships; null: no limit',
    example: 8,
  })
  capacity?: number | null;
}

export class CreateGroupRequest extends GroupFields implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return groupIssues(this);
  }
}

/** Its cross-field rules apply to the patched group: the service checks them. */
export class UpdateGroupRequest extends PatchOf(GroupFields) {}

export class GroupQuery extends PageQuery {
  @OneOf(GROUP_SCOPES, { optional: true, description: 'Filter by scope' }) scope?: GroupScope;
  @OneOf(GROUP_TYPES, { optional: true, description: 'Filter by type' }) type?: GroupType;
  @Uuid({ optional: true, description: 'Filter by program, including groups of its cohorts' }) programId?: string;
  @Uuid({ optional: true, description: 'Filter by cohort' }) cohortId?: string;
}

/** The cross-field rules of a group: the ids that its scope requires, and the order of its dates. */
export function groupIssues({ scope, programId, cohortId, startsAt, endsAt }: GroupFields): FieldIssue[] {
  const issues: FieldIssue[] = [];
  const checkId = (field: string, id: string | null | undefined, required: boolean): void => {
    if (required && !id) issues.push({ field, issue: `is required for ${scope} scope` });
    if (!required && id) issues.push({ field, issue: `must be absent for ${scope} scope` });
  };
  checkId('programId', programId, scope !== 'organization');
  checkId('cohortId', cohortId, scope === 'cohort');
  if (startsAt && endsAt && endsAt < startsAt) issues.push({ field: 'endsAt', issue: 'must not be before startsAt' });
  return issues;
}
