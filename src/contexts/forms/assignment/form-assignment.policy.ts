import {
  BY_REACH,
  coachedEnrollments,
  OF_PERSON,
  REACHED,
  reachParameters,
  reachValues,
  refusalOfUnseen,
} from '#contexts/enrollments/enrollments.public.js';
import { foundBy, type TargetPolicy } from '#kernel/operations';
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
