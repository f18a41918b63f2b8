import type { Schemas } from '@delivery-service/client';

/** What a caller may see and do, as far as it decides what the console offers. The service decides each request. */
export interface Access {
  isOwner: boolean;
  /** OWNER or ADMIN. */
  isAdministrator: boolean;
  /** Administrators, and program directors of the organization: whole cohorts. */
  isDirector: boolean;
  /** Directors and coaches: whoever works with enrollments. */
  isStaff: boolean;
  /** Whoever may be expected to review submissions. */
  isReviewer: boolean;
}

export function accessOf({ member, responsibilities }: Schemas['Me']): Access {
  const isAdministrator = member.role === 'OWNER' || member.role === 'ADMIN';
  const directs = responsibilities.some(({ role, scope }) => role === 'program_director' && scope === 'organization');
  const isDirector = isAdministrator || directs;
  const isStaff = isDirector || responsibilities.some(({ role }) => role === 'coach');
  const isReviewer = isStaff || responsibilities.some(({ role }) => role === 'reviewer');
  return { isOwner: member.role === 'OWNER', isAdministrator, isDirector, isStaff, isReviewer };
}
