import { BY_REACH, REACHED } from '#contexts/enrollments/enrollments.public.js';
import { foundBy } from '#kernel/operations';
import { taskTables } from '../tasks.tables.js';

/** The path parameter is a cohort task id. A coach who reaches no enrollment in its cohort does not find it. */
export const reachableCohortTask = foundBy({
  ...BY_REACH,
  tables: taskTables,
  name: 'reach_cohort_task',
  sql: `select 1 from cohort_tasks k
    where k.organization_id = :organization and k.id = :id
      and (:reachesAll::boolean or exists (
        select 1 from enrollments e
        where e.organization_id = :organization and e.cohort_id = k.cohort_id and ${REACHED}))`,
  notFound: 'The cohort task does not exist in the organization, or the caller reaches no enrollment in its cohort.',
});
