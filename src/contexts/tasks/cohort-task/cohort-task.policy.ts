import { REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import { taskTables } from '../tasks.tables.js';

const reach = taskTables.statement(
  'reach_cohort_task',
  { id: 'uuid', ...reachParameters },
  `select 1 from cohort_tasks k
   where k.organization_id = :organization and k.id = :id
     and (:reachesAll::boolean or exists (
       select 1 from enrollments e
       where e.organization_id = :organization and e.cohort_id = k.cohort_id and ${REACHED}))`,
);

/** The path parameter is a cohort task id. A coach who reaches no enrollment in its cohort does not find it. */
export const reachableCohortTask: TargetPolicy = {
  notFound: 'The cohort task does not exist in the organization, or the caller reaches no enrollment in its cohort.',
  authorize: async (scope, id) => {
    const [row] = await scope.query(reach, { id, ...reachValues(scope.caller) });
    if (!row) throw notFound();
  },
};
