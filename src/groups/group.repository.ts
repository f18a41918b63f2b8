import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { Change, NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { GroupQuery } from './group-request.dto.js';
import type { PlaceNames } from './group.dto.js';
import { GroupEntity } from './group.entity.js';

/** What a group's program and cohort are, as far as they exist in the organization. */
export interface GroupPlace {
  program_name: string | null;
  cohort_name: string | null;
  cohort_program_id: string | null;
}

const findPlace = statement<GroupPlace>(
  'find_group_place',
  `select p.name as program_name, c.name as cohort_name, c.program_id as cohort_program_id
   from (values ($1::uuid, $2::uuid, $3::uuid)) as asked (organization_id, program_id, cohort_id)
   left join programs p on p.organization_id = $1 and p.id = asked.program_id
   left join cohorts c on c.organization_id = $1 and c.id = asked.cohort_id`,
);

// Sub-selects and no joins: a page's names are looked up one by one, where a join may read whole tables for them.
const listPlaceNames = statement<{ id: string; program_name: string | null; cohort_name: string | null }>(
  'list_group_place_names',
  `select g.id,
     (select p.name from programs p where p.organization_id = g.organization_id and p.id = g.program_id) as program_name,
     (select c.name from cohorts c where c.organization_id = g.organization_id and c.id = g.cohort_id) as cohort_name
   from groups g
   where g.organization_id = $1 and g.id = any($2::uuid[])`,
);

@Injectable()
export class GroupRepository {
  async findPlace(scope: Scope, programId: string | null, cohortId: string | null): Promise<GroupPlace> {
    const [place] = await scope.query(findPlace, [programId, cohortId]);
    return place;
  }

  /** The names of stored groups' programs and cohorts, by group. */
  async listPlaceNames(scope: Scope, groupIds: readonly string[]): Promise<Map<string, PlaceNames>> {
    const rows = await scope.query(listPlaceNames, [groupIds]);
    return new Map(rows.map((row) => [row.id, { programName: row.program_name, cohortName: row.cohort_name }]));
  }

  list(scope: Scope, query: GroupQuery): Promise<Page<GroupEntity>> {
    const { scope: level, type, programId, cohortId } = query;
    return listPage(scope, GroupEntity, query, { equal: { scope: level, type, programId, cohortId } }, (row) => row);
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<GroupEntity> {
    const group = await scope.manager.findOneBy(GroupEntity, { organizationId: scope.organizationId, id });
    if (!group) throw notFound();
    return group;
  }

  /** Locks the row until the end of the unit: joining, changing and archiving wait for each other. Throws 404. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<GroupEntity> {
    const group = await uow.manager.findOne(GroupEntity, {
      where: { organizationId: uow.organizationId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!group) throw notFound();
    return group;
  }

  add(uow: UnitOfWork, group: NewRow<GroupEntity>): void {
    uow.insert(GroupEntity, group);
  }

  update(uow: UnitOfWork, id: string, change: Change<GroupEntity>): void {
    uow.update(GroupEntity, id, change);
  }
}
