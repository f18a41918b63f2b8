import type { Schemas } from '@delivery-service/client';
import { writesForms } from '../../api/access.js';

type Me = Schemas['Me'];

/** The cohorts that somebody coaches as a whole. */
export function coachedCohorts({ responsibilities }: Me): string[] {
  const own = responsibilities.filter(({ role, scope }) => role === 'coach' && scope === 'cohort');
  return own.flatMap(({ cohortId }) => cohortId ?? []);
}

/** Whether somebody may change an assignment of the form: who may create it. */
export function mayAssign(me: Me, programId: string | null, cohortId: string | null): boolean {
  return writesForms(me, programId) || (cohortId !== null && coachedCohorts(me).includes(cohortId));
}
