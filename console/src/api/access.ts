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
  /** Has enrollments to coach: can be booked. */
  isCoach: boolean;
  /** Whoever may be expected to review submissions. */
  isReviewer: boolean;
  /** Whoever teaches, such as directors of one program, but no closer: programs, their cohorts and what is taught. */
  readsPrograms: boolean;
  /** Whoever moderates spaces: directors, of one program as well, and coaches of a cohort. */
  moderates: boolean;
  /** Administrators and coaches: directors do not answer for a coach. */
  answersQuestions: boolean;
  /** Administrators and coaches connect their own calendars. */
  connectsCalendars: boolean;
  /** Administrators and closers. Whoever is nothing but a closer reads no programs, cohorts or members. */
  sells: boolean;
}

export function accessOf({ member, responsibilities }: Schemas['Me']): Access {
  const isAdministrator = member.role === 'OWNER' || member.role === 'ADMIN';
  const directs = responsibilities.some(({ role, scope }) => role === 'program_director' && scope === 'organization');
  const isDirector = isAdministrator || directs;
  const isCoach = responsibilities.some(({ role }) => role === 'coach');
  const isStaff = isDirector || isCoach;
  const isReviewer = isStaff || responsibilities.some(({ role }) => role === 'reviewer');
  return {
    isOwner: member.role === 'OWNER',
    isAdministrator,
    isDirector,
    isStaff,
    isCoach,
    isReviewer,
    readsPrograms: isAdministrator || responsibilities.some(({ role }) => role !== 'closer'),
    moderates:
      isDirector ||
      responsibilities.some(
        ({ role, scope }) => role === 'program_director' || (role === 'coach' && scope === 'cohort'),
      ),
    answersQuestions: isAdministrator || isCoach,
    connectsCalendars: isAdministrator || isCoach,
    sells: isAdministrator || responsibilities.some(({ role }) => role === 'closer'),
  };
}

/** Whether somebody directs a program: administrators, and its directors. */
export function directsProgram(me: Schemas['Me'], programId: string): boolean {
  return directedPrograms(me).includes(programId) || accessOf(me).isDirector;
}

/** The programs of which somebody is a director. */
export function directedPrograms({ responsibilities }: Schemas['Me']): string[] {
  return responsibilities.flatMap(({ role, scope, programId }) =>
    role === 'program_director' && scope === 'program' && programId !== null ? [programId] : [],
  );
}

/** Whether somebody may write a form of the program, or of the organization: they assign it to anybody. */
export function writesForms(me: Schemas['Me'], programId: string | null): boolean {
  return programId === null ? accessOf(me).isDirector : directsProgram(me, programId);
}
