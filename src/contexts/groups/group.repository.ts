import { groupTables } from './groups.tables.js';
import type { PlaceNames } from './group.dto.js';

/** A program and a cohort of the organization; null where it has none with the id. */
interface GroupPlace extends PlaceNames {
  cohortProgramId: string | null;
}

export const findPlace = groupTables
  .statement(
    'find_group_place',
    { program: 'uuid', cohort: 'uuid' },
    `select
       (select p.name from programs p where p.organization_id = :organization and p.id = :program) as "programName",
       (select c.name from cohorts c where c.organization_id = :organization and c.id = :cohort) as "cohortName",
       (select c.program_id from cohorts c where c.organization_id = :organization and c.id = :cohort)
         as "cohortProgramId"`,
  )
  .returning<GroupPlace>();

// Subqueries, not joins: each name is an index lookup, where a join could scan whole tables.
export const listPlaceNames = groupTables
  .statement(
    'list_group_place_names',
    { ids: 'uuid[]' },
    `select g.id,
       (select p.name from programs p where p.organization_id = :organization and p.id = g.program_id) as "programName",
       (select c.name from cohorts c where c.organization_id = :organization and c.id = g.cohort_id) as "cohortName"
     from groups g
     where g.organization_id = :organization and g.id = any(:ids::uuid[])`,
  )
  .returning<PlaceNames & { id: string }>();
