import { Refusal } from '#kernel/operations';
import type { NewRow } from '#kernel/persistence';
import type { GroupEntity } from './group.entity.js';
import type { JoinRefusal } from './group-membership.dto.js';
import type { GroupMembershipEntity } from './group-membership.entity.js';
import { MAX_OPEN_MEMBERSHIPS } from './group-membership.operations.js';
import type { JoiningEnrollment } from './group-membership.repository.js';

const OPEN_ENROLLMENTS = ['pending', 'active', 'paused'];

/** The places of a locked group, which are given out in the order in which they are asked for. */
export class GroupPlaces {
  /** The open memberships, by enrollment. */
  private readonly open: Map<string, string | undefined>;

  constructor(
    private readonly group: GroupEntity,
    private readonly enrollments: ReadonlyMap<string, JoiningEnrollment>,
    private readonly own: ReadonlySet<string>,
    open: readonly NewRow<GroupMembershipEntity>[],
  ) {
    this.open = new Map(open.map(({ enrollmentId, id }) => [enrollmentId, id]));
  }

  /** Gives the enrollment a place, or returns why not. */
  take(enrollmentId: string): Refusal<JoinRefusal> | undefined {
    if (!this.fits(this.enrollments.get(enrollmentId))) return new Refusal('not_fitting');
    if (this.own.has(enrollmentId)) return new Refusal('own_enrollment');
    if (this.open.has(enrollmentId)) return new Refusal('already_member', this.open.get(enrollmentId));
    if (this.open.size >= Math.min(this.group.capacity ?? MAX_OPEN_MEMBERSHIPS, MAX_OPEN_MEMBERSHIPS)) {
      return new Refusal('group_full');
    }
    this.open.set(enrollmentId, undefined);
    return undefined;
  }

  private fits(enrollment: JoiningEnrollment | undefined): boolean {
    if (!enrollment || !OPEN_ENROLLMENTS.includes(enrollment.status)) return false;
    const { programId, cohortId } = this.group;
    return (
      (programId === null || programId === enrollment.programId) &&
      (cohortId === null || cohortId === enrollment.cohortId)
    );
  }
}
