import { ASKED_STATUSES, type FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import type { FormLockReason } from './form-response.dto.js';
import type { FormResponseEntity } from './form-response.entity.js';

const HOUR_MS = 3_600_000;

export type AssignmentTimes = Pick<FormAssignmentEntity, 'opensAt' | 'closesAt' | 'closedAt' | 'editHours'>;
export type ResponseTimes = Pick<FormResponseEntity, 'status' | 'submittedAt' | 'reopenedUntil' | 'redactedAt'>;

export interface ResponseLock {
  reason: FormLockReason;
  opensAt: Date | null;
}

/** The response of an enrollment that has answered an anonymous form, as far as anybody can know it. */
export const ANONYMOUS_RESPONSE: ResponseTimes = {
  ...{ status: 'submitted', submittedAt: null, reopenedUntil: null, redactedAt: null },
};

/** Until when a response may be written or changed; null where nothing ends it, and for a voided one. */
export function editableUntil(assignment: AssignmentTimes, response: ResponseTimes | null): Date | null {
  const end = earlier(assignment.closesAt, assignment.closedAt);
  if (response === null || response.status === 'draft') return end;
  if (response.status === 'voided' || response.submittedAt === null) return null;
  const usual = earlier(end, new Date(response.submittedAt.getTime() + assignment.editHours * HOUR_MS));
  const { reopenedUntil } = response;
  return usual !== null && reopenedUntil !== null && reopenedUntil > usual ? reopenedUntil : usual;
}

interface Locking {
  assignment: AssignmentTimes;
  enrollment: { status: string };
  /** One that is not voided. */
  response: ResponseTimes | null;
  /** The lock of the lesson before the form, for the person enrolled; null where it is open. */
  lesson: { opensAt: Date | null } | null;
}

/** Why a form cannot be answered at `now`; null where it can. A reopened response waits for nothing but its own end. */
export function responseLock({ assignment, enrollment, response, lesson }: Locking, now: Date): ResponseLock | null {
  if (!(ASKED_STATUSES as readonly string[]).includes(enrollment.status)) return locked('enrollment_not_asked');
  // Nothing is written after a redaction: it could not be redacted any more.
  if (response !== null && response.redactedAt !== null) return locked('redacted');
  const until = editableUntil(assignment, response);
  // A submission that waited for the closing by hand comes after it, whenever it began.
  const isOver = (until !== null && until <= now) || (assignment.closedAt !== null && until === assignment.closedAt);
  if (response?.status === 'submitted') {
    // Nobody can tell which answers of an anonymous form they would change.
    if (isOver || response.submittedAt === null) return locked('not_editable');
    if (response.reopenedUntil !== null) return null;
  } else if (isOver) return locked('closed');
  if (assignment.opensAt !== null && assignment.opensAt > now) return locked('not_open_yet', assignment.opensAt);
  return lesson === null ? null : locked('lesson_locked', lesson.opensAt);
}

function locked(reason: FormLockReason, opensAt: Date | null = null): ResponseLock {
  return { reason, opensAt };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
