import {
  ASSIGNMENT_SCOPES,
  BUSINESS_ROLES,
  type AssignmentScope,
  type BusinessRole,
} from '../platform/access/caller.js';
import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import type { ResponsibilityEntity } from './responsibility.entity.js';

/** What each role can be assigned over. */
const SCOPES_OF: Readonly<Record<BusinessRole, readonly AssignmentScope[]>> = {
  program_director: ['organization', 'program'],
  coach: ['cohort', 'enrollment'],
  reviewer: ['organization', 'program', 'cohort'],
};

const onlyFor = (scope: AssignmentScope) => ({
  optional: true,
  nullable: true,
  description: `Required for ${scope} scope, else absent or null`,
});

export class AssignResponsibilityRequest implements CrossChecked {
  @Uuid({ description: 'The member, active, who takes the role' })
  memberId: string;

  @OneOf(BUSINESS_ROLES, { description: 'Business role', example: 'coach' })
  role: BusinessRole;

  @OneOf(ASSIGNMENT_SCOPES, {
    description: Object.entries(SCOPES_OF)
      .map(([role, scopes]) => `${role}: ${scopes.join(' or ')}`)
      .join('; '),
    example: 'cohort',
  })
  scope: AssignmentScope;

  @Uuid({ ...onlyFor('program'), example: null })
  programId?: string | null;

  @Uuid(onlyFor('cohort'))
  cohortId?: string | null;

  @Uuid({ ...onlyFor('enrollment'), example: null })
  enrollmentId?: string | null;

  crossIssues(): FieldIssue[] {
    const issues: FieldIssue[] = [];
    const scopes = SCOPES_OF[this.role];
    if (!scopes.includes(this.scope)) {
      issues.push({ field: 'scope', issue: `must be ${scopes.join(' or ')} for a ${this.role}` });
    }
    for (const scope of ['program', 'cohort', 'enrollment'] as const) {
      const field = `${scope}Id` as const;
      const given = (this[field] ?? null) !== null;
      if (given === (scope === this.scope)) continue;
      issues.push({ field, issue: `${given ? 'must be absent' : 'is required'} for ${this.scope} scope` });
    }
    return issues;
  }
}

export class ResponsibilitiesQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Responsibilities of this member only' })
  memberId?: string;

  @OneOf(BUSINESS_ROLES, { optional: true, description: 'Responsibilities of this role only' })
  role?: BusinessRole;
}

export class Responsibility {
  @Uuid({ description: 'Responsibility identifier' })
  id: string;

  @Uuid({ description: 'The member who holds it' })
  memberId: string;

  @OneOf(BUSINESS_ROLES, { description: 'Business role', example: 'coach' })
  role: string;

  @OneOf(ASSIGNMENT_SCOPES, { description: 'What it is held over', example: 'cohort' })
  scope: string;

  @Uuid({ nullable: true, description: 'The program, for program scope', example: null })
  programId: string | null;

  @Uuid({ nullable: true, description: 'The cohort, for cohort scope' })
  cohortId: string | null;

  @Uuid({ nullable: true, description: 'The enrollment, for enrollment scope', example: null })
  enrollmentId: string | null;

  @Instant({ description: 'Start, UTC' })
  startedAt: string;

  @Instant({ nullable: true, description: 'End, UTC; null while it lasts', example: null })
  endedAt: string | null;
}

export function toResponsibility(row: Omit<ResponsibilityEntity, 'organizationId'>): Responsibility {
  return {
    id: row.id,
    memberId: row.memberId,
    role: row.role,
    scope: row.scope,
    programId: row.programId,
    cohortId: row.cohortId,
    enrollmentId: row.enrollmentId,
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}
