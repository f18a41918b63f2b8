import { OWN_ENROLLMENT } from '#contexts/enrollments/enrollments.public.js';
import { Uuid } from '#kernel/fields';
import { BulkItems, BulkRequest, bulkResultOf, type RefusalRules } from '#kernel/operations';

export class StartGroupMembershipRequest {
  @Uuid({ description: "A pending, active or paused enrollment of the group's program and cohort" })
  enrollmentId: string;
}

export class BulkMembershipsRequest extends BulkRequest<StartGroupMembershipRequest> {
  @BulkItems(() => StartGroupMembershipRequest, { id: 'enrollmentId' }) items: StartGroupMembershipRequest[];
}

export type JoinRefusal = 'not_fitting' | 'own_enrollment' | 'already_member' | 'group_full';

/** Why an enrollment cannot join a group. */
export const JOIN_REFUSALS: RefusalRules<JoinRefusal> = {
  not_fitting: {
    status: 400,
    field: 'enrollmentId',
    issue: "must be a pending, active or paused enrollment of the group's program and cohort",
  },
  own_enrollment: OWN_ENROLLMENT,
  already_member: { status: 409, field: 'enrollmentId', issue: 'must not be a member of the group already' },
  group_full: { status: 409, field: 'enrollmentId', issue: 'must fit into the capacity of the group' },
};

export const BulkMembershipsResult = bulkResultOf(
  'BulkMemberships',
  JOIN_REFUSALS,
  'The new membership, or the open one of the enrollment',
);
