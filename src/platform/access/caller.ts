export const ORGANIZATION_ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

export const BUSINESS_ROLES = ['program_director', 'coach', 'reviewer'] as const;
export type BusinessRole = (typeof BUSINESS_ROLES)[number];

export const ASSIGNMENT_SCOPES = ['organization', 'program', 'cohort', 'enrollment'] as const;
export type AssignmentScope = (typeof ASSIGNMENT_SCOPES)[number];

/** What a key may be allowed beyond plain REST use. */
export const KEY_SCOPES = ['mcp:manage'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Who makes a request: read from the database for this very request, or remembered and confirmed by it. */
export interface Caller {
  organizationId: string;
  accountId: string;
  memberId: string;
  apiKeyId: string;
  role: OrganizationRole;
  /** Current assignments as distinct `role:scope` pairs; which resources they name is a question for a policy. */
  businessRoles: readonly `${BusinessRole}:${AssignmentScope}`[];
  /** Scopes of the key beyond plain REST use, for instance `mcp:manage`. */
  keyScopes: readonly string[];
  /**
   * Present on a caller who is remembered from an earlier request: the state it was read from. Every transaction for
   * this caller begins by holding it against the database, and fails where they differ.
   */
  unconfirmed?: Buffer;
}

export function isAdministrator(caller: Caller): boolean {
  return caller.role === 'OWNER' || caller.role === 'ADMIN';
}

/** True for a current assignment of the role, in one of the scopes where any are given. */
export function holds(caller: Caller, role: BusinessRole, ...scopes: AssignmentScope[]): boolean {
  return caller.businessRoles.some((held) => {
    const [heldRole, heldScope] = held.split(':');
    return heldRole === role && (scopes.length === 0 || scopes.includes(heldScope as AssignmentScope));
  });
}

export function isOrganizationDirector(caller: Caller): boolean {
  return holds(caller, 'program_director', 'organization');
}
