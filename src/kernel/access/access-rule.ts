import { holds, type AssignmentScope, type BusinessRole, type Caller, type OrganizationRole } from './caller.js';

/** The roles that may call an operation. The target policy decides about the resource. */
export interface AccessRule {
  organizationRoles: readonly OrganizationRole[];
  /** Assignments that admit a MEMBER; no scopes means any scope. */
  businessRoles: readonly { role: BusinessRole; scopes: readonly AssignmentScope[] }[];
  /** The documented condition of the 403. */
  forbidden: string;
  /** How a caller without the role is refused: as not_found where the contract has no 403. */
  refusal: 'forbidden' | 'not_found';
}

const staff = (forbidden: string, ...businessRoles: AccessRule['businessRoles']): AccessRule => ({
  organizationRoles: ['OWNER', 'ADMIN'],
  businessRoles,
  forbidden,
  refusal: 'forbidden',
});

const director = { role: 'program_director', scopes: ['organization'] } as const;
const programDirector = { role: 'program_director', scopes: ['program'] } as const;
const coach = { role: 'coach', scopes: ['cohort', 'enrollment'] } as const;
const cohortCoach = { role: 'coach', scopes: ['cohort'] } as const;
const reviewer = { role: 'reviewer', scopes: [] } as const;
const closer = { role: 'closer', scopes: ['organization', 'program'] } as const;
const TEACHING = 'a teaching role (program_director, coach or reviewer)';

export const administrators = staff('Requires OWNER or ADMIN.');

export const owners: AccessRule = { ...staff('Requires OWNER.'), organizationRoles: ['OWNER'] };

export const administratorsAndDirectors = staff(
  'Requires OWNER, ADMIN, or an organization-scoped program_director.',
  director,
);

export const administratorsAndCoaches = staff('Requires OWNER, ADMIN, or a coach.', coach);

/** The enrollment policy decides about the enrollment. */
export const enrollmentStaff = staff(
  'Requires OWNER, ADMIN, an organization-scoped program_director, or a coach.',
  director,
  coach,
);

/** Whoever sells. A closer's role opens nothing else. */
export const administratorsAndClosers = staff('Requires OWNER, ADMIN, or a closer.', closer);

/** Whoever has hours in which others meet them. */
export const administratorsAndHosts = staff('Requires OWNER, ADMIN, a coach, or a closer.', coach, closer);

export const anyStaff = staff(`Requires OWNER, ADMIN, or ${TEACHING}.`, director, coach, reviewer, programDirector);

/** The target policy decides about the program of a program-scoped director. */
export const programContentStaff = staff(
  'Requires OWNER, ADMIN, an organization-scoped program_director, or a program_director of the program.',
  director,
  programDirector,
);

/** The service decides about the program of a program-scoped director, and the enrollments of a coach. */
export const programContentStaffAndCoaches = staff(
  'Requires OWNER, ADMIN, an organization-scoped program_director, a program_director of the program, or a coach.',
  director,
  programDirector,
  coach,
);

/** The service decides about the program of a program-scoped director, and the cohort of a coach. */
export const programContentStaffAndCohortCoaches = staff(
  'Requires OWNER, ADMIN, an organization-scoped program_director, a program_director of the program, or a coach of the cohort.',
  director,
  programDirector,
  cohortCoach,
);

/** The review policy decides about the submission. */
export const reviewingStaff = staff(
  'Requires OWNER, ADMIN, an organization-scoped program_director, a coach, or a reviewer.',
  director,
  coach,
  reviewer,
);

/** Every member of the organization; the target policy narrows it further. */
export const anyMember: AccessRule = {
  ...staff(`Requires ${TEACHING}, or an enrollment.`),
  organizationRoles: ['OWNER', 'ADMIN', 'MEMBER'],
};

/** Every member, with no regard to roles and enrollments. */
export const everyMember: AccessRule = { ...anyMember, forbidden: 'No role is required.' };

/** The same rule, which refuses as if the resource did not exist. */
export function hidden(accessRule: AccessRule): AccessRule {
  return { ...accessRule, refusal: 'not_found' };
}

export function allows(accessRule: AccessRule, caller: Caller): boolean {
  return (
    accessRule.organizationRoles.includes(caller.role) ||
    accessRule.businessRoles.some(({ role, scopes }) => holds(caller, role, ...scopes))
  );
}
