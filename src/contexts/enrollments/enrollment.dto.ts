import { Flag, Instant, OneOf, Text, toResource, Uuid, WordSearch } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import { ENROLLMENT_STATUSES, type EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';

export const ENROLLMENT_RESULTS = ['completed', 'withdrawn', 'failed'] as const;

export const REASON_BOUNDS = { trim: true, max: 500 };

export class EnrollRequest {
  @Uuid({ description: 'An active member of the organization' }) memberId: string;

  @OneOf(['pending', 'active'], { description: 'pending if the member has not started yet', example: 'active' })
  status: 'pending' | 'active';
}

export class PauseEnrollmentRequest {
  @Text({ ...REASON_BOUNDS, min: 1, description: 'Why the enrollment is paused', example: 'Parental leave' })
  reason: string;
}

export class ResumeEnrollmentRequest {
  @Flag({
    optional: true,
    description: 'Extends all deadlines by the calendar days since the pause. By default they stay.',
    example: true,
  })
  shiftDeadlines?: boolean;
}

export class CloseEnrollmentRequest {
  @OneOf(ENROLLMENT_RESULTS, { description: 'The outcome, which becomes the status' })
  result: (typeof ENROLLMENT_RESULTS)[number];

  @Text({ ...REASON_BOUNDS, optional: true, nullable: true, description: 'Why', example: 'All milestones reached' })
  reason?: string | null;
}

export class EnrollmentsQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only enrollments in this cohort' }) cohortId?: string;

  @OneOf(ENROLLMENT_STATUSES, { optional: true, description: 'Only enrollments with this status' })
  status?: EnrollmentStatus;

  @Uuid({ optional: true, description: 'Only enrollments of this member' }) memberId?: string;
  @WordSearch({ of: "the member's name" }) q?: string;
}

export class Enrollment {
  @Uuid({ description: 'Enrollment identifier' }) id: string;
  @Uuid({ description: 'The cohort' }) cohortId: string;
  @Uuid({ description: 'The enrolled member' }) memberId: string;
  @Text({ nullable: true, description: 'Display name of the member' }) memberName: string | null;
  @OneOf(ENROLLMENT_STATUSES, { description: 'Lifecycle status; the result once closed' }) status: string;
  @Text({ nullable: true, description: 'Why the enrollment is paused or was closed' }) statusReason: string | null;
  @Instant({ description: 'Enrollment time, UTC' }) enrolledAt: string;
  @Instant({ nullable: true, description: 'Closure time, UTC' }) closedAt: string | null;
  @Instant({ description: 'Time of the last change, UTC' }) updatedAt: string;

  @Uuid({ nullable: true, description: 'The enrollment that a transfer continued as this one', example: null })
  transferredFromId: string | null;

  @Uuid({ nullable: true, description: 'The enrollment that continues this one after its transfer', example: null })
  transferredToId: string | null;
}

/** The fields of an enrollment that come from other rows. */
export interface EnrollmentContext {
  memberName: string;
  transferredToId: string | null;
}

export function toEnrollment(
  row: NewRow<EnrollmentEntity>,
  contexts: ReadonlyMap<string, EnrollmentContext>,
): Enrollment {
  const { memberName = null, transferredToId = null } = contexts.get(row.id) ?? {};
  return toResource(Enrollment, { ...row, memberName, transferredToId });
}
