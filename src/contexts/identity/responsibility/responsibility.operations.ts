import { refusal, refusedIn } from '#kernel/errors';
import { administrators, anyStaff, ASSIGNMENT_SCOPES, BUSINESS_ROLES } from '#kernel/access';
import { OneOf, Uuid } from '#kernel/fields';
import { declareBulk, existing, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { identityTables } from '../identity.tables.js';
import {
  AssignResponsibilityRequest,
  BulkAssignCoachRequest,
  BulkAssignCoachResult,
  ResponsibilitiesQuery,
  Responsibility,
} from './responsibility.dto.js';

class ResponsibilityEnded {
  @Uuid() responsibilityId: string;
  @Uuid() memberId: string;
  @OneOf(BUSINESS_ROLES) role: string;
  @OneOf(ASSIGNMENT_SCOPES) scope: string;
}

class ResponsibilityAssigned extends ResponsibilityEnded {
  @Uuid({ nullable: true }) programId: string | null;
  @Uuid({ nullable: true }) cohortId: string | null;
  @Uuid({ nullable: true }) enrollmentId: string | null;
}

/** Current responsibilities of a member. */
export const MAX_CURRENT = 100;

export const responsibilityLimit = refusal(
  'responsibility_limit',
  `The member would have more than ${MAX_CURRENT} current responsibilities. End some first.`,
);

const responsibilities = resource({
  noun: 'responsibility',
  plural: 'responsibilities',
  path: '/responsibilities/:responsibilityId',
  response: Responsibility,
  target: existing('responsibility', identityTables, 'responsibilities'),
  read: anyStaff,
  write: administrators,
  permission: 'admin',
});

export const listResponsibilities = responsibilities.list({
  query: ResponsibilitiesQuery,
  description: 'Newest first, ended responsibilities included.',
});

export const assignResponsibility = responsibilities.create({
  name: 'assign_responsibility',
  summary: 'Assign a responsibility',
  description:
    'Gives a member a business role over the organization, a program, a cohort or an enrollment. A coach of a cohort ' +
    "coaches all of its enrollments. Takes effect with the member's next request. A member can have several " +
    `responsibilities, up to ${MAX_CURRENT} current ones, and they can overlap. One that an administrator assigned to ` +
    'itself ends when it is demoted to MEMBER.',
  body: AssignResponsibilityRequest,
  event: declareEvent('responsibility.assigned', 'A member was given a business role.', ResponsibilityAssigned),
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, the role does not allow the scope, the ids do not match the ' +
      'scope or do not exist in the organization, or memberId is not an active member of the organization.',
  },
  reasons: [responsibilityLimit],
});

export const endResponsibility = responsibilities.command('end', {
  description: "Takes effect with the member's next request.",
  event: declareEvent(
    'responsibility.ended',
    'A responsibility was ended. Not sent for responsibilities that end because the member is detached.',
    ResponsibilityEnded,
  ),
  reasons: refusedIn('responsibility', ['ended']),
});

export const bulkAssignCoach = declareBulk({
  name: 'bulk_assign_coach',
  path: '/cohorts/:cohortId/bulk-responsibilities',
  tag: 'Responsibilities',
  summary: 'Make a member the coach of enrollments in a cohort',
  description:
    'Each responsibility has the scope enrollment and is recorded as by assign_responsibility. To make somebody the ' +
    'coach of all enrollments in the cohort, assign one responsibility with the scope cohort instead.',
  access: administrators,
  permission: 'admin',
  target: existing('cohort', identityTables, 'cohorts'),
  targetType: 'cohort',
  action: 'cohort.bulk_coach_assigned',
  alsoEvents: [assignResponsibility.event.name],
  body: BulkAssignCoachRequest,
  response: BulkAssignCoachResult,
  reasons: [responsibilityLimit],
});
