import { Uuid } from '../platform/fields/identifiers.js';

export class StartGroupMembershipRequest {
  @Uuid({ description: "A pending, active or paused enrollment that fits the group's program and cohort" })
  enrollmentId: string;
}
