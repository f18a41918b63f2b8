import type { AssignmentScope, BusinessRole, Caller, OrganizationRole } from './caller.js';
import { holds } from './caller.js';

/** Who may call an operation, decided by role alone. What a caller reaches is the target policy's question. */
export interface AccessRule {
  organizationRoles: readonly OrganizationRole[];
  /** What lets a MEMBER in all the same. */
  businessRoles: readonly { role: BusinessRole; scopes: readonly AssignmentScope[] }[];
  /** How a refusal looks: 404 where the contract names no 403. */
  refusal: 'forbidden' | 'not_found';
}

const rule = (
  organizationRoles: AccessRule['organizationRoles'],
  businessRoles: AccessRule['businessRoles'] = [],
): AccessRule => ({ organizationRoles, businessRoles, refusal: 'forbidden' });

const director = { role: 'program_director', scopes: ['organization'] } as const;
const coach = { role: 'coach', scopes: ['cohort', 'enrollment'] } as const;

/** OWNER and ADMIN only. */
export const administrators = rule(['OWNER', 'ADMIN']);

/** OWNER, ADMIN and a MEMBER who directs programs for the whole organization. */
export const administratorsAndDirectors = rule(['OWNER', 'ADMIN'], [director]);

/** OWNER, ADMIN and a MEMBER who coaches, whatever the assignment's scope. */
export const administratorsAndCoaches = rule(['OWNER', 'ADMIN'], [coach]);

/** Everybody who may work on enrollments; which of them is the enrollment policy's question. */
export const enrollmentStaff = rule(['OWNER', 'ADMIN'], [director, coach]);

/** Every MEMBER with any current assignment, besides OWNER and ADMIN. */
export const anyStaff = rule(
  ['OWNER', 'ADMIN'],
  [director, coach, { role: 'reviewer', scopes: [] }, { role: 'program_director', scopes: ['program'] }],
);

/** Everybody who may be expected to review; which submissions is the review policy's question. */
export const reviewingStaff = rule(['OWNER', 'ADMIN'], [director, coach, { role: 'reviewer', scopes: [] }]);

/** Every member of the organization. */
export const anyMember = rule(['OWNER', 'ADMIN', 'MEMBER']);

/** The same rule, refusing as if the resource did not exist. */
export function hidden(accessRule: AccessRule): AccessRule {
  return { ...accessRule, refusal: 'not_found' };
}

export function allows(accessRule: AccessRule, caller: Caller): boolean {
  return (
    accessRule.organizationRoles.includes(caller.role) ||
    accessRule.businessRoles.some(({ role, scopes }) => holds(caller, role, ...scopes))
  );
}
