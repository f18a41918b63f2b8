import { Injectable } from '@nestjs/common';
import { narrowToReached } from '../enrollments/enrollments.public.js';
import { conflict, invalidField, invalidFields, notFound } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { GroupMembershipRepository } from './group-membership.repository.js';
import { groupIssues, type CreateGroupRequest, type GroupQuery, type UpdateGroupRequest } from './group-request.dto.js';
import { toGroup, type Group, type PlaceNames } from './group.dto.js';
import { GROUP_MOVES, lifecycleOf, type GroupEntity } from './group.entity.js';
import { groupArchived, groupCreated, groupUpdated } from './group.operations.js';
import { GroupRepository } from './group.repository.js';

@Injectable()
export class GroupService {
  constructor(
    private readonly groups: GroupRepository,
    private readonly memberships: GroupMembershipRepository,
  ) {}

  async list(scope: Scope, query: GroupQuery): Promise<Page<Group>> {
    const { items, nextCursor } = await this.groups.list(scope, query);
    return { items: await this.describe(scope, items), nextCursor };
  }

  async get(scope: Scope, id: string): Promise<Group> {
    const [group] = await this.describe(scope, [await this.groups.get(scope, id)]);
    return group;
  }

  async create(uow: UnitOfWork, request: CreateGroupRequest): Promise<Group> {
    const names = await this.getPlaceNames(uow, request);
    const group = {
      id: uow.newId(),
      name: request.name,
      type: request.type,
      scope: request.scope,
      programId: request.programId ?? null,
      cohortId: request.cohortId ?? null,
      startsAt: request.startsAt ?? null,
      endsAt: request.endsAt ?? null,
      capacity: request.capacity ?? null,
      archivedAt: null,
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
      updatedAt: uow.now,
    } satisfies Omit<GroupEntity, 'organizationId'>;
    this.groups.add(uow, group);
    const { id, name, type, scope, programId, cohortId, startsAt, endsAt, capacity } = group;
    uow.record(groupCreated, {
      targetId: id,
      changes: { name, type, scope, programId, cohortId, startsAt, endsAt, capacity },
      data: { groupId: id, name, type, scope, programId, cohortId },
    });
    return toGroup(group, names, []);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateGroupRequest): Promise<Group> {
    const group = await this.groups.getForUpdate(uow, id);
    if (group.archivedAt !== null) throw conflict('The group is archived.');
    const change = sentFields(request);
    await this.checkUpdate(uow, { ...group, ...change }, request);
    const fields = Object.keys(change);
    if (fields.length === 0) uow.recordQuietly(id, {});
    else {
      this.groups.update(uow, id, { ...change, updatedAt: uow.now });
      uow.record(groupUpdated, { targetId: id, changes: change, data: { groupId: id, fields } });
    }
    return this.get(uow, id);
  }

  async archive(uow: UnitOfWork, id: string): Promise<Group> {
    const group = await this.groups.getForUpdate(uow, id);
    checkMove('group', GROUP_MOVES, lifecycleOf(group), 'archived');
    this.groups.update(uow, id, { archivedAt: uow.now, updatedAt: uow.now });
    uow.record(groupArchived, { targetId: id, changes: { lifecycle: 'archived' }, data: { groupId: id } });
    return this.get(uow, id);
  }

  /** The resources of stored groups, with two or three statements however many they are. */
  private async describe(scope: Scope, groups: readonly GroupEntity[]): Promise<Group[]> {
    const ids = groups.map((group) => group.id);
    const names = await this.groups.listPlaceNames(scope, ids);
    const memberships = await this.memberships.listByGroup(scope, ids);
    const reached = new Set(await narrowToReached(scope, [...memberships.values()].flat()));
    return groups.map((group) => {
      const placed = names.get(group.id) ?? { programName: null, cohortName: null };
      const periods = memberships.get(group.id) ?? [];
      return toGroup(
        group,
        placed,
        periods,
        periods.filter((period) => reached.has(period)),
      );
    });
  }

  /** Rules that need the group as it will be: shape before existence, as at creation, then its open memberships. */
  private async checkUpdate(uow: UnitOfWork, merged: GroupEntity, request: UpdateGroupRequest): Promise<void> {
    const issues = groupIssues(merged);
    if (issues.length > 0) throw invalidFields(issues);
    const { scope, programId, cohortId, capacity } = request;
    if (scope !== undefined || programId !== undefined || cohortId !== undefined) {
      await this.getPlaceNames(uow, merged);
      if (await this.memberships.hasMisplaced(uow, merged.id, merged)) {
        throw invalidField(merged.cohortId === null ? 'programId' : 'cohortId', 'must fit the open memberships');
      }
    }
    if (typeof capacity !== 'number') return;
    const memberships = (await this.memberships.listByGroup(uow, [merged.id])).get(merged.id) ?? [];
    if (capacity < memberships.filter((membership) => membership.endedAt === null).length) {
      throw invalidField('capacity', 'must not be below the open memberships');
    }
  }

  /** The names of program and cohort. Throws 404 where one is unknown, 400 where the cohort is not the program's. */
  private async getPlaceNames(
    uow: UnitOfWork,
    { scope, programId = null, cohortId = null }: Pick<CreateGroupRequest, 'scope' | 'programId' | 'cohortId'>,
  ): Promise<PlaceNames> {
    if (scope === 'organization') return { programName: null, cohortName: null };
    const place = await this.groups.findPlace(uow, programId, cohortId);
    if (place.program_name === null || (cohortId !== null && place.cohort_name === null)) throw notFound();
    if (cohortId !== null && place.cohort_program_id !== programId) {
      throw invalidField('cohortId', 'must be a cohort of the program');
    }
    return { programName: place.program_name, cohortName: place.cohort_name };
  }
}

/** The columns that were sent; what was left out is left alone. */
function sentFields(request: UpdateGroupRequest): Change<GroupEntity> {
  const { name, type, scope, programId, cohortId, startsAt, endsAt, capacity } = request;
  const fields = { name, type, scope, programId, cohortId, startsAt, endsAt, capacity };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
