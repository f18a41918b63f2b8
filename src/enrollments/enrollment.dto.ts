import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { PageQuery } from '../platform/lists/page.js';
import { ENROLLMENT_STATUSES, type EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';

export const ENROLLMENT_RESULTS = ['completed', 'withdrawn', 'failed'] as const;

const REASON = { trim: true, max: 500 };

export class EnrollRequest {
  @Uuid({ description: 'An active member of the organization' })
  memberId: string;

  @OneOf(['pending', 'active'], { description: 'pending where the member has yet to begin', example: 'active' })
  status: 'pending' | 'active';
}

export class PauseEnrollmentRequest {
  @Text({ ...REASON, min: 1, description: 'Why it is paused', example: 'Parental leave' })
  reason: string;
}

export class CloseEnrollmentRequest {
  @OneOf(ENROLLMENT_RESULTS, { description: 'How it ended; the status becomes this' })
  result: (typeof ENROLLMENT_RESULTS)[number];

  @Text({ ...REASON, optional: true, nullable: true, description: 'Why', example: 'Every milestone reached' })
  reason?: string | null;
}

export class EnrollmentsQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only enrollments in this cohort' })
  cohortId?: string;

  @OneOf(ENROLLMENT_STATUSES, { optional: true, description: 'Only enrollments of this status' })
  status?: EnrollmentStatus;

  @Uuid({ optional: true, description: 'Only enrollments of this member' })
  memberId?: string;
}

export class Enrollment {
  @Uuid({ description: 'Enrollment identifier' })
  id: string;

  @Uuid({ description: 'The cohort' })
  cohortId: string;

  @Uuid({ description: 'The enrolled member' })
  memberId: string;

  @Text({ nullable: true, description: 'Display name of the member' })
  memberName: string | null;

  @OneOf(ENROLLMENT_STATUSES, { description: 'Lifecycle status; once closed, the result' })
  status: string;

  @Text({ nullable: true, description: 'Why it is paused, or was closed' })
  statusReason: string | null;

  @Instant({ description: 'Enrollment, UTC' })
  enrolledAt: string;

  @Instant({ nullable: true, description: 'Closure, UTC' })
  closedAt: string | null;

  @Instant({ description: 'Last change, UTC' })
  updatedAt: string;
}

export function toEnrollment(
  enrollment: Omit<EnrollmentEntity, 'organizationId'>,
  memberNames: ReadonlyMap<string, string>,
): Enrollment {
  return {
    id: enrollment.id,
    cohortId: enrollment.cohortId,
    memberId: enrollment.memberId,
    memberName: memberNames.get(enrollment.memberId) ?? null,
    status: enrollment.status,
    statusReason: enrollment.statusReason,
    enrolledAt: enrollment.enrolledAt.toISOString(),
    closedAt: enrollment.closedAt?.toISOString() ?? null,
    updatedAt: enrollment.updatedAt.toISOString(),
  };
}
