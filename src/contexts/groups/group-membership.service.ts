import { Injectable } from '@nestjs/common';
import { coachOf, listOwnIds } from '#contexts/enrollments/enrollments.public.js';
import { invalidField, type ServiceError, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { keyedBy, type Page, type PageQuery } from '#kernel/lists';
import { type BulkResult, decidesOnOneself, JudgedItems } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import {
  alreadyInGroup,
  endGroupMembership,
  groupFull,
  STARTED,
  startGroupMembership,
} from './group-membership.operations.js';
import { JOIN_REFUSALS, type BulkMembershipsRequest, type JoinRefusal } from './group-membership.dto.js';
import { GroupPlaces } from './group-places.js';
import { endOpen, GroupMembershipRepository, listEnrolledNames, listPeriods } from './group-membership.repository.js';
import { GroupMember, type Group } from './group.dto.js';
import { GROUP, lifecycleOf, GroupEntity } from './group.entity.js';
import { GroupMembershipEntity } from './group-membership.entity.js';
import { GroupService } from './group.service.js';

@Injectable()
export class GroupMembershipService {
  constructor(
    private readonly memberships: GroupMembershipRepository,
    private readonly groups: GroupService,
  ) {}

  async start(uow: UnitOfWork, groupId: string, enrollmentId: string): Promise<Group> {
    const places = await this.lockPlaces(uow, groupId, [enrollmentId]);
    const refusal = places.take(enrollmentId);
    if (refusal) throw joinRefused(refusal.code);
    const membership = uow.insert(GroupMembershipEntity, { groupId, enrollmentId, startedAt: uow.now });
    uow.record(startGroupMembership.event, membership, STARTED);
    return this.groups.get(uow, groupId);
  }

  async startAll(uow: UnitOfWork, groupId: string, request: BulkMembershipsRequest): Promise<BulkResult> {
    const ids = request.items.map(({ enrollmentId }) => enrollmentId);
    const places = await this.lockPlaces(uow, groupId, ids);
    const judged = JudgedItems.of(request, JOIN_REFUSALS, (item) => places.take(item.enrollmentId) ?? item);
    const memberships = uow.insertAll(
      GroupMembershipEntity,
      judged.accepted.map(({ enrollmentId }) => ({ groupId, enrollmentId, startedAt: uow.now })),
    );
    for (const membership of memberships) uow.recordAlso(startGroupMembership, membership, STARTED);
    uow.recordWithoutEvent(groupId, judged.counts);
    return judged.result(memberships.map(({ id }) => id));
  }

  list(scope: Scope, groupId: string, query: PageQuery): Promise<Page<GroupMember>> {
    return scope.list(listPeriods, { ...query, groupId, ...coachOf(scope.caller) }, async (periods) => {
      const ids = periods.map(({ enrollmentId }) => enrollmentId);
      const names = keyedBy(await scope.query(listEnrolledNames, { ids }), ({ id }) => id);
      return periods.map((period) => {
        const { memberName = null, cohortName = null } = names.get(period.enrollmentId) ?? {};
        return toResource(GroupMember, { ...period, memberName, cohortName });
      });
    });
  }

  async end(uow: UnitOfWork, id: string): Promise<Group> {
    const membership = await uow.get(GroupMembershipEntity, id);
    if ((await uow.execute(endOpen, { id, at: uow.now })) === 0) {
      throw wrongStatus('membership', 'ended', 'The membership has already ended.');
    }
    uow.record(endGroupMembership.event, membership, { endedAt: { from: null, to: uow.now } });
    return this.groups.get(uow, membership.groupId);
  }

  /** Holds the group's row lock while it counts, so that concurrent joins cannot exceed the capacity. Throws 404 or 409. */
  private async lockPlaces(uow: UnitOfWork, groupId: string, enrollmentIds: readonly string[]): Promise<GroupPlaces> {
    const group = await uow.getForUpdate(GroupEntity, groupId);
    GROUP.require({ status: lifecycleOf(group) }, 'active');
    const enrollments = await this.memberships.lockEnrollments(uow, enrollmentIds);
    const own = await listOwnIds(uow, enrollmentIds);
    return new GroupPlaces(group, enrollments, own, await this.memberships.listOpen(uow, groupId));
  }
}

function joinRefused(code: JoinRefusal): ServiceError {
  if (code === 'own_enrollment') return decidesOnOneself();
  if (code === 'group_full') return groupFull.error();
  if (code === 'already_member') return alreadyInGroup.error();
  return invalidField('enrollmentId', JOIN_REFUSALS[code].issue);
}
