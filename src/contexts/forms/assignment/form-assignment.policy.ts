import {
  BY_REACH,
  coachedEnrollments,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
  refusalOfUnseen,
} from '#contexts/enrollments/enrollments.public.js';
import { mayChangeContent } from '#contexts/programs/programs.public.js';
import { forbidden } from '#kernel/errors';
import { foundBy, type TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import { ASKED_STATUSES } from './form-assignment.entity.js';

/** SQL condition: the enrollment `e` in the cohort `k` is one of the assignment `a`, whatever its status. */
export const OF_ASSIGNMENT = '(e.cohort_id = a.cohort_id or k.program_id = a.program_id)';

/** SQL condition: the enrollment `e` is asked, if it is one of the assignment. */
export const ASKED = `e.status in (${ASKED_STATUSES.map((status) => `'${status}'`).join(', ')})`;

const ENROLLMENTS = `from enrollments e
  join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
  where e.organization_id = :organization`;

/** SQL condition: a coach, `:coach`, reaches somebody who is asked by the assignment `a`. */
export const reachedByCoach = (a: string): string => `exists (
  select ${ENROLLMENTS} and e.id = any(${coachedEnrollments(':coach::uuid')}) and ${ASKED}
    and ${OF_ASSIGNMENT.replaceAll('a.', `${a}.`)})`;

/** The path names an assignment by which somebody is asked whom the caller reaches. */
export const reachedAssignment = foundBy({
  ...BY_REACH,
  tables: formTables,
  name: 'reach_form_assignment',
  sql: `select 1 from form_assignments a
    where a.organization_id = :organization and a.id = :id and (:reachesAll::boolean or exists (
      select ${ENROLLMENTS} and ${REACHED} and ${ASKED} and ${OF_ASSIGNMENT}))`,
  notFound: 'The form assignment does not exist in the organization, or asks nobody whom the caller reaches.',
});

const see = formTables.statement(
  'see_form_assignment',
  { id: 'uuid', account: 'uuid', ...reachParameters },
  `select 1 from form_assignments a
   where a.organization_id = :organization and a.id = :id and (:reachesAll::boolean or exists (
     select ${ENROLLMENTS} and ${OF_ASSIGNMENT}
       and (${REACHED} or a.answered_by = 'member' and ${OF_PERSON})))`,
);

/** The same, also for the person enrolled where members answer. Which enrollment is meant, the service decides. */
export const visibleAssignment: TargetPolicy = {
  notFound:
    'The form assignment does not exist in the organization, does not ask the enrollment, or the enrollment is outside of the ' +
    "caller's scope.",
  authorize: async (scope, id) => {
    const { caller } = scope;
    const [row] = await scope.query(see, { id, account: caller.accountId, ...reachValues(caller) });
    if (!row) throw await refusalOfUnseen(scope);
  },
};

const findCoach = formTables.statement(
  'find_coach_of_whole_cohort',
  { cohort: 'uuid', member: 'uuid' },
  `select 1 from responsibilities r
   where r.organization_id = :organization and r.member_id = :member and r.role = 'coach' and r.scope = 'cohort'
     and r.cohort_id = :cohort and r.ended_at is null`,
);

/** Lets in whoever may write the form of the program, and a coach of the whole cohort for that. Throws 403. */
export async function checkMayAssign(scope: Scope, program: string | null, cohort: string | null): Promise<void> {
  if (await mayChangeContent(scope, program)) return;
  const values = { cohort, member: scope.caller.memberId };
  if (cohort === null || (await scope.query(findCoach, values)).length === 0) throw forbidden();
}

const findProgram = formTables
  .statement(
    'find_program_of_form',
    { form: 'uuid' },
    'select program_id as "programId" from forms where organization_id = :organization and id = :form',
  )
  .returning<{ programId: string | null }>();

/** A stored first result is shown to whoever may make the same request: a key is the organization's. */
export async function narrowToAssigners<First extends { formId: string; cohortId: string | null }>(
  scope: Scope,
  first: First,
): Promise<First> {
  const [form] = await scope.query(findProgram, { form: first.formId });
  await checkMayAssign(scope, form.programId, first.cohortId);
  return first;
}
