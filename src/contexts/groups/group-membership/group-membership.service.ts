import { Injectable } from '@nestjs/common';
import { conflict, invalidField } from '#kernel/errors/service-error.js';
import { toResource } from '#kernel/fields/to-resource.js';
import type { Page, PageQuery } from '#kernel/lists/page.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import { endGroupMembership, MAX_OPEN_MEMBERSHIPS, startGroupMembership } from './group-membership.operations.js';
import { GroupMembershipRepository } from './group-membership.repository.js';
import { GroupMembership, type Group } from '../group/group.dto.js';
import { GroupEntity } from '../group/group.entity.js';
import { GroupMembershipEntity } from './group-membership.entity.js';
import { GroupService } from '../group/group.service.js';

const OPEN_ENROLLMENTS = ['pending', 'active', 'paused'];

@Injectable()
export class GroupMembershipService {
  constructor(
    private readonly memberships: GroupMembershipRepository,
    private readonly groups: GroupService,
  ) {}

  /** Holds the group's row lock while it counts, so that concurrent joins cannot exceed the capacity. */
  async start(uow: UnitOfWork, groupId: string, enrollmentId: string): Promise<Group> {
    const group = await uow.getForUpdate(GroupEntity, groupId);
    if (group.archivedAt !== null) throw conflict('The group is archived.');
    await this.checkEnrollment(uow, group, enrollmentId);
    const open = await this.memberships.listOpen(uow, groupId);
    if (open.some((period) => period.enrollmentId === enrollmentId)) {
      throw conflict('The enrollment is already a member of the group.');
    }
    if (open.length >= MAX_OPEN_MEMBERSHIPS) {
      throw conflict(`The group has ${MAX_OPEN_MEMBERSHIPS} open memberships, the maximum.`);
    }
    if (group.capacity !== null && open.length >= group.capacity) throw conflict('The group is full.');
    const { id, startedAt } = uow.insert(GroupMembershipEntity, { groupId, enrollmentId, startedAt: uow.now });
    uow.record(startGroupMembership.event, {
      targetId: id,
      changes: { groupId, enrollmentId, startedAt },
      data: { groupMembershipId: id, groupId, enrollmentId },
    });
    return this.groups.get(uow, groupId);
  }

  async list(scope: Scope, groupId: string, query: PageQuery): Promise<Page<GroupMembership>> {
    const page = await this.memberships.listPage(scope, groupId, query);
    return { ...page, items: page.items.map((membership) => toResource(GroupMembership, membership)) };
  }

  async end(uow: UnitOfWork, id: string): Promise<Group> {
    const { groupId, enrollmentId } = await uow.get(GroupMembershipEntity, id);
    if (!(await this.memberships.end(uow, id))) throw conflict('The membership has already ended.');
    uow.record(endGroupMembership.event, {
      targetId: id,
      changes: { endedAt: { from: null, to: uow.now } },
      data: { groupMembershipId: id, groupId, enrollmentId },
    });
    return this.groups.get(uow, groupId);
  }

  private async checkEnrollment(uow: UnitOfWork, group: GroupEntity, enrollmentId: string): Promise<void> {
    const enrollment = await this.memberships.lockEnrollment(uow, enrollmentId);
    if (!enrollment || !OPEN_ENROLLMENTS.includes(enrollment.status)) {
      throw invalidField('enrollmentId', 'must be a pending, active or paused enrollment of the organization');
    }
    const fits =
      (group.programId === null || group.programId === enrollment.programId) &&
      (group.cohortId === null || group.cohortId === enrollment.cohortId);
    if (!fits) throw invalidField('enrollmentId', `must be an enrollment of the group's ${group.scope}`);
  }
}
