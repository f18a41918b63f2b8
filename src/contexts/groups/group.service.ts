import { Injectable } from '@nestjs/common';
import { narrowToReached } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, invalidFields, notFound } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import { idsOf, keyedBy, type Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { GroupMembershipRepository } from './group-membership.repository.js';
import { groupIssues, type CreateGroupRequest, type GroupQuery, type UpdateGroupRequest } from './group-request.dto.js';
import { toGroup, type Group, type PlaceNames } from './group.dto.js';
import { GROUP, GroupEntity, lifecycleOf } from './group.entity.js';
import { archiveGroup, createGroup, updateGroup } from './group.operations.js';
import { findPlace, listPlaceNames } from './group.repository.js';
import { groupTables } from './groups.tables.js';

const NO_NAMES: PlaceNames = { programName: null, cohortName: null };

/** The fields of a new group that its audit entry has. */
const CREATED = ['name', 'type', 'scope', 'programId', 'cohortId', 'startsAt', 'endsAt', 'capacity'] as const;

const listGroups = groupTables.list('list_groups', {
  rows: GroupEntity,
  by: ['scope', 'type', 'programId', 'cohortId'],
});

@Injectable()
export class GroupService {
  constructor(private readonly memberships: GroupMembershipRepository) {}

  list(scope: Scope, query: GroupQuery): Promise<Page<Group>> {
    return scope.list(listGroups, query, (groups) => this.describe(scope, groups));
  }

  async get(scope: Scope, id: string): Promise<Group> {
    const [group] = await this.describe(scope, [await scope.get(GroupEntity, id)]);
    return group;
  }

  async create(uow: UnitOfWork, request: CreateGroupRequest): Promise<Group> {
    const names = await this.getPlaceNames(uow, request);
    const group = uow.insert(GroupEntity, { ...request });
    uow.record(createGroup.event, group, CREATED);
    return toGroup(group, names, []);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateGroupRequest): Promise<Group> {
    const group = await uow.getForUpdate(GroupEntity, id);
    GROUP.require({ status: lifecycleOf(group) }, 'active');
    await this.checkUpdate(uow, { ...group, ...sentFields(request) }, request);
    uow.patch(GroupEntity, group, request, updateGroup.event);
    return this.get(uow, id);
  }

  async archive(uow: UnitOfWork, id: string): Promise<Group> {
    const group = await uow.getForUpdate(GroupEntity, id);
    const from = lifecycleOf(group);
    GROUP.checkMove(from, 'archived');
    uow.change(GroupEntity, group, { archivedAt: uow.now });
    const changes = { lifecycle: { from, to: 'archived' } };
    uow.record(archiveGroup.event, group, changes);
    return this.get(uow, id);
  }

  /** The resources of stored groups; the number of statements does not depend on the number of groups. */
  private async describe(scope: Scope, groups: readonly GroupEntity[]): Promise<Group[]> {
    const ids = idsOf(groups);
    const names = keyedBy(await scope.query(listPlaceNames, { ids }), ({ id }) => id);
    const memberships = await this.memberships.listByGroup(scope, ids);
    const reached = new Set(await narrowToReached(scope, [...memberships.values()].flat()));
    return groups.map((group) => {
      const periods = memberships.get(group.id) ?? [];
      const shown = periods.filter((period) => reached.has(period));
      return toGroup(group, names.get(group.id) ?? NO_NAMES, periods, shown);
    });
  }

  /** The rules that need the updated group: those for creating one, then those about its open memberships. */
  private async checkUpdate(uow: UnitOfWork, updated: GroupEntity, request: UpdateGroupRequest): Promise<void> {
    const issues = groupIssues(updated);
    if (issues.length > 0) throw invalidFields(issues);
    const { scope, programId, cohortId, capacity } = request;
    if (scope !== undefined || programId !== undefined || cohortId !== undefined) {
      await this.getPlaceNames(uow, updated);
      if (await this.memberships.hasMisplaced(uow, updated)) {
        throw invalidField(updated.cohortId === null ? 'programId' : 'cohortId', 'must fit the open memberships');
      }
    }
    if (typeof capacity === 'number' && capacity < (await this.memberships.listOpen(uow, updated.id)).length) {
      throw invalidField('capacity', 'must not be below the number of open memberships');
    }
  }

  /** Throws 404 where the program or cohort does not exist, 400 where the cohort belongs to another program. */
  private async getPlaceNames(
    uow: UnitOfWork,
    { scope, programId = null, cohortId = null }: Pick<CreateGroupRequest, 'scope' | 'programId' | 'cohortId'>,
  ): Promise<PlaceNames> {
    if (scope === 'organization') return NO_NAMES;
    const [place] = await uow.query(findPlace, { program: programId, cohort: cohortId });
    if (place.programName === null || (cohortId !== null && place.cohortName === null)) throw notFound();
    if (cohortId !== null && place.cohortProgramId !== programId) {
      throw invalidField('cohortId', 'must be a cohort of the program');
    }
    return place;
  }
}
