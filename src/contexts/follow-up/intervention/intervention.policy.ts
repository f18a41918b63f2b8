import { REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import type { Scope } from '#kernel/work';
import { followUpTables } from '../follow-up.tables.js';

const listReached = followUpTables
  .statement(
    'list_reached_interventions_or_enrollments',
    { ids: 'uuid[]', ...reachParameters },
    `select i.id from interventions i
     join enrollments e on e.organization_id = i.organization_id and e.id = i.enrollment_id
     where i.organization_id = :organization and i.id = any(:ids::uuid[]) and ${REACHED}
     union all
     select e.id from enrollments e
     where e.organization_id = :organization and e.id = any(:ids::uuid[]) and ${REACHED}`,
  )
  .returning<{ id: string }>();

/** Those of the ids that are an intervention or an enrollment that the caller reaches. */
export async function listReachedResults(scope: Scope, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await scope.query(listReached, { ids, ...reachValues(scope.caller) });
  return new Set(rows.map(({ id }) => id));
}
