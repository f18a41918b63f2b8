import { ASSIGNMENT_SCOPES, type AssignmentScope, BUSINESS_ROLES, type BusinessRole } from '#kernel/access';
import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { BulkItems, BulkRequest, bulkResultOf, type RefusalRules } from '#kernel/operations';

/** The scopes that each role allows. */
const SCOPES_OF: Readonly<Record<BusinessRole, readonly AssignmentScope[]>> = {
  program_director: ['organization', 'program'],
  coach: ['cohort', 'enrollment'],
  reviewer: ['organization', 'program', 'cohort'],
  closer: ['organization', 'program'],
};

const onlyFor = (scope: AssignmentScope) => ({
  optional: true,
  nullable: true,
  description: `Required for ${scope} scope; otherwise absent or null`,
});

export class AssignResponsibilityRequest implements CrossChecked {
  @Uuid({ description: 'The active member who gets the role' }) memberId: string;
  @OneOf(BUSINESS_ROLES, { description: 'Business role', example: 'coach' }) role: BusinessRole;

  @OneOf(ASSIGNMENT_SCOPES, {
    description: Object.entries(SCOPES_OF)
      .map(([role, scopes]) => `${role}: ${scopes.join(' or ')}`)
      .join('; '),
    example: 'cohort',
  })
  scope: AssignmentScope;

  @Uuid({ ...onlyFor('program'), example: null }) programId?: string | null;
  @Uuid(onlyFor('cohort')) cohortId?: string | null;
  @Uuid({ ...onlyFor('enrollment'), example: null }) enrollmentId?: string | null;

  crossIssues(): FieldIssue[] {
    const issues: FieldIssue[] = [];
    const scopes = SCOPES_OF[this.role];
    if (!scopes.includes(this.scope)) {
      issues.push({ field: 'scope', issue: `must be ${scopes.join(' or ')} for role ${this.role}` });
    }
    for (const scope of ['program', 'cohort', 'enrollment'] as const) {
      const field = `${scope}Id` as const;
      const isPresent = (this[field] ?? null) !== null;
      if (isPresent === (scope === this.scope)) continue;
      issues.push({ field, issue: `${isPresent ? 'must be absent' : 'is required'} for ${this.scope} scope` });
    }
    return issues;
  }
}

export class ResponsibilitiesQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only responsibilities of this member' }) memberId?: string;
  @OneOf(BUSINESS_ROLES, { optional: true, description: 'Only responsibilities with this role' }) role?: BusinessRole;
}

export class Responsibility {
  @Uuid({ description: 'Responsibility identifier' }) id: string;
  @Uuid({ description: 'The member who has the role' }) memberId: string;
  @OneOf(BUSINESS_ROLES, { description: 'Business role', example: 'coach' }) role: string;
  @OneOf(ASSIGNMENT_SCOPES, { description: 'What the role covers', example: 'cohort' }) scope: string;
  @Uuid({ nullable: true, description: 'The program, for program scope', example: null }) programId: string | null;
  @Uuid({ nullable: true, description: 'The cohort, for cohort scope' }) cohortId: string | null;

  @Uuid({ nullable: true, description: 'The enrollment, for enrollment scope', example: null })
  enrollmentId: string | null;

  @Instant({ description: 'Start time, UTC' }) startedAt: string;
  @Instant({ nullable: true, description: 'End time, UTC; null while open', example: null }) endedAt: string | null;
}

class BulkCoachItem {
  @Uuid({ description: 'An enrollment in the cohort' }) enrollmentId: string;
}

export class BulkAssignCoachRequest extends BulkRequest<BulkCoachItem> {
  @Uuid({ description: 'The coach: an active member of the organization' }) memberId: string;
  @BulkItems(() => BulkCoachItem, { id: 'enrollmentId' }) items: BulkCoachItem[];
}

export type CoachRefusal = 'not_found' | 'already_assigned';

export const COACH_REFUSALS: RefusalRules<CoachRefusal> = {
  not_found: { status: 400, field: 'enrollmentId', issue: 'must be an enrollment in the cohort' },
  already_assigned: { status: 409, field: 'enrollmentId', issue: 'must not be assigned to the coach already' },
};

export const BulkAssignCoachResult = bulkResultOf(
  'BulkAssignCoach',
  COACH_REFUSALS,
  'The new responsibility, or the one that the coach has',
);
