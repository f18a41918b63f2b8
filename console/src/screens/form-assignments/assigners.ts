import type { Schemas } from '@delivery-service/client';
import { accessOf, directsProgram } from '../../api/access.js';

type Me = Schemas['Me'];

/** Whether somebody may write a form of the program, or of the organization: they assign it to anybody. */
export function writesForms(me: Me, programId: string | null): boolean {
  return programId === null ? accessOf(me).isDirector : directsProgram(me, programId);
}

/** The cohorts that somebody coaches as a whole. */
export function coachedCohorts({ responsibilities }: Me): string[] {
  const own = responsibilities.filter(({ role, scope }) => role === 'coach' && scope === 'cohort');
  return own.flatMap(({ cohortId }) => cohortId ?? []);
}

/** Whether somebody may change an assignment of the form: who may create it. */
export function mayAssign(me: Me, programId: string | null, cohortId: string | null): boolean {
  return writesForms(me, programId) || (cohortId !== null && coachedCohorts(me).includes(cohortId));
}
