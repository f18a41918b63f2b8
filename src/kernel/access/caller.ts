/** From the highest to the lowest. */
export const ORGANIZATION_ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const;
export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number];

/** The roles that include the power of `role`, from the highest on. */
export function rolesFrom(role: OrganizationRole): readonly OrganizationRole[] {
  return ORGANIZATION_ROLES.slice(0, ORGANIZATION_ROLES.indexOf(role) + 1);
}

/** The roles with more power than `role`; every role for null. */
export function rolesAbove(role: OrganizationRole | null): readonly OrganizationRole[] {
  return role === null ? ORGANIZATION_ROLES : ORGANIZATION_ROLES.slice(0, ORGANIZATION_ROLES.indexOf(role));
}

/** The roles of whoever teaches: one of them is expected to review a deliverable. */
export const TEACHING_ROLES = ['program_director', 'coach', 'reviewer'] as const;
export type TeachingRole = (typeof TEACHING_ROLES)[number];

export const BUSINESS_ROLES = [...TEACHING_ROLES, 'closer'] as const;
export type BusinessRole = (typeof BUSINESS_ROLES)[number];

export const ASSIGNMENT_SCOPES = ['organization', 'program', 'cohort', 'enrollment'] as const;
export type AssignmentScope = (typeof ASSIGNMENT_SCOPES)[number];

export const SIGN_IN_METHODS = ['passkey', 'invitation', 'identity_provider'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

/** The role behind a proof of identity: a promotion beyond it ends the proof. */
export type ProofPower = 'ADMIN' | 'OWNER';

/** The sign-in of a request. */
export interface SignInUse {
  id: string;
  method: SignInMethod;
  power: ProofPower;
  /** When the person last proved who they are; null if the identity provider does not tell. */
  provedAt: Date | null;
  expiresAt: Date;
}

/** The author of a request, read from the database, or remembered from an earlier request and confirmed by the database. */
export interface Caller {
  organizationId: string;
  accountId: string;
  memberId: string;
  /** Null for a sign-in. */
  apiKeyId: string | null;
  role: OrganizationRole;
  /** Current assignments as distinct `role:scope` pairs; policies look up the resources that they name. */
  businessRoles: readonly `${BusinessRole}:${AssignmentScope}`[];
  keyScopes: readonly string[];
  /** Present for a session key, which acts for the person alone; `apiKeyId` is then the API key that made it. */
  session?: { expiresAt: Date };
  /** Present for the key of a sign-in, which acts for its member with all that the member may do. */
  signIn?: SignInUse;
  /**
   * The state that a remembered caller was read from; absent on one read for this request. Every transaction begins by
   * comparing it with the database and fails when they differ.
   */
  accessState?: Buffer;
}

/** The id of the row that the caller's key is stored in, for `app_enter`. */
export function storedKeyOf({ apiKeyId, signIn }: Caller): string | null {
  return signIn?.id ?? apiKeyId;
}

/** The API key of a caller that operations for API keys alone have. */
export function apiKeyOf({ apiKeyId }: Pick<Caller, 'apiKeyId'>): string {
  if (apiKeyId === null) throw new Error('the operation does not declare that it takes API keys alone');
  return apiKeyId;
}

export function isAdministrator(caller: Pick<Caller, 'role'>): boolean {
  return caller.role === 'OWNER' || caller.role === 'ADMIN';
}

/** The member whose assignments say what the caller reaches: nobody's, for a session key. */
export function assignedMember({ session, memberId }: Caller): string | null {
  return session ? null : memberId;
}

/** True for a current assignment of the role, in one of the scopes if any are given. */
export function holds(caller: Caller, role: BusinessRole, ...scopes: AssignmentScope[]): boolean {
  return caller.businessRoles.some((held) => {
    const [heldRole, heldScope] = held.split(':');
    return heldRole === role && (scopes.length === 0 || scopes.includes(heldScope as AssignmentScope));
  });
}

export function isOrganizationDirector(caller: Caller): boolean {
  return holds(caller, 'program_director', 'organization');
}
