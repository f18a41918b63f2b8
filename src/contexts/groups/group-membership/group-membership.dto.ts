import { Uuid } from '#kernel/fields/identifiers.js';

export class StartGroupMembershipRequest {
  @Uuid({ description: "A pending, active or paused enrollment of the group's program and cohort" })
  enrollmentId: string;
}
