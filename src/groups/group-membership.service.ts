import { Injectable } from '@nestjs/common';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { groupMembershipEnded, groupMembershipStarted } from './group-membership.operations.js';
import { GroupMembershipRepository } from './group-membership.repository.js';
import type { Group } from './group.dto.js';
import type { GroupEntity } from './group.entity.js';
import { GroupRepository } from './group.repository.js';
import { GroupService } from './group.service.js';

const OPEN_ENROLLMENTS = ['pending', 'active', 'paused'];

@Injectable()
export class GroupMembershipService {
  constructor(
    private readonly groups: GroupRepository,
    private readonly memberships: GroupMembershipRepository,
    private readonly resources: GroupService,
  ) {}

  /** Counts under the group's row lock, so that joins at once can't overfill it. */
  async start(uow: UnitOfWork, groupId: string, enrollmentId: string): Promise<Group> {
    const group = await this.groups.getForUpdate(uow, groupId);
    if (group.archivedAt !== null) throw conflict('The group is archived.');
    await this.checkEnrollment(uow, group, enrollmentId);
    const periods = (await this.memberships.listByGroup(uow, [groupId])).get(groupId) ?? [];
    const open = periods.filter((period) => period.endedAt === null);
    if (open.some((period) => period.enrollmentId === enrollmentId)) {
      throw conflict('The enrollment is a member of the group already.');
    }
    if (group.capacity !== null && open.length >= group.capacity) throw conflict('The group is full.');
    const id = uow.newId();
    this.memberships.add(uow, { id, groupId, enrollmentId, startedAt: uow.now, endedAt: null });
    uow.record(groupMembershipStarted, {
      targetId: id,
      changes: { groupId, enrollmentId, startedAt: uow.now },
      data: { groupMembershipId: id, groupId, enrollmentId },
    });
    return this.resources.get(uow, groupId);
  }

  async end(uow: UnitOfWork, id: string): Promise<Group> {
    const { groupId, enrollmentId } = await this.memberships.get(uow, id);
    if (!(await this.memberships.end(uow, id))) throw conflict('The membership has ended already.');
    uow.record(groupMembershipEnded, {
      targetId: id,
      changes: { endedAt: uow.now },
      data: { groupMembershipId: id, groupId, enrollmentId },
    });
    return this.resources.get(uow, groupId);
  }

  private async checkEnrollment(uow: UnitOfWork, group: GroupEntity, enrollmentId: string): Promise<void> {
    const enrollment = await this.memberships.lockEnrollment(uow, enrollmentId);
    if (!enrollment || !OPEN_ENROLLMENTS.includes(enrollment.status)) {
      throw invalidField('enrollmentId', 'must be a pending, active or paused enrollment of the organization');
    }
    const fits =
      (group.programId === null || group.programId === enrollment.program_id) &&
      (group.cohortId === null || group.cohortId === enrollment.cohort_id);
    if (!fits) throw invalidField('enrollmentId', `must be an enrollment of the group's ${group.scope}`);
  }
}
