import { OneOf, Text, Uuid } from '#kernel/fields';
import type { FieldIssue } from '#kernel/errors';
import { BulkItems, BulkRequest, bulkResultOf, type RefusalRules } from '#kernel/operations';
import { REASON_BOUNDS, ENROLLMENT_RESULTS } from './enrollment.dto.js';
import { SEAT_REFUSALS } from './enrollment-seats.js';
import { OWN_ENROLLMENT } from './own-enrollment.policy.js';
import { ENROLLMENT_MOVES, type EnrollmentMove } from './enrollment-moves.js';

class BulkEnrollItem {
  @Uuid({ description: 'An active member of the organization' }) memberId: string;
}

export class BulkEnrollRequest extends BulkRequest<BulkEnrollItem> {
  @OneOf(['pending', 'active'], { description: 'pending if the members have not started yet', example: 'active' })
  status: 'pending' | 'active';

  @BulkItems(() => BulkEnrollItem, { id: 'memberId' }) items: BulkEnrollItem[];
}

export const BulkEnrollResult = bulkResultOf(
  'BulkEnroll',
  SEAT_REFUSALS,
  'The new enrollment, or the one that has the seat',
);

export type MoveRefusal = 'not_found' | 'own_enrollment' | 'illegal_move';

export const MOVE_REFUSALS: RefusalRules<MoveRefusal> = {
  not_found: {
    status: 400,
    field: 'enrollmentId',
    issue: 'must be an enrollment in the cohort that the caller reaches',
  },
  illegal_move: {
    status: 409,
    field: 'enrollmentId',
    issue: 'must be in a status that the move starts from',
  },
  own_enrollment: OWN_ENROLLMENT,
};

class BulkMoveItem {
  @Uuid({ description: 'An enrollment in the cohort' }) enrollmentId: string;
}

export class BulkMoveRequest extends BulkRequest<BulkMoveItem> {
  @OneOf(Object.keys(ENROLLMENT_MOVES), { description: 'What is done with each enrollment', example: 'close' })
  move: EnrollmentMove;

  @OneOf(ENROLLMENT_RESULTS, { optional: true, description: 'The outcome; required to close, absent otherwise' })
  result?: (typeof ENROLLMENT_RESULTS)[number];

  @Text({
    ...REASON_BOUNDS,
    min: 1,
    optional: true,
    description: 'Why; required to pause, allowed to close, absent otherwise',
    example: 'End of the program',
  })
  reason?: string;

  @BulkItems(() => BulkMoveItem, { id: 'enrollmentId' }) items: BulkMoveItem[];

  override crossIssues(): FieldIssue[] {
    const { move, result, reason } = this;
    const issues: FieldIssue[] = [];
    if (move === 'close' && result === undefined) issues.push({ field: 'result', issue: 'is required to close' });
    if (move !== 'close' && result !== undefined) issues.push({ field: 'result', issue: 'is for close only' });
    if (move === 'pause' && reason === undefined) issues.push({ field: 'reason', issue: 'is required to pause' });
    if (['activate', 'resume'].includes(move) && reason !== undefined) {
      issues.push({ field: 'reason', issue: 'is for pause and close only' });
    }
    return [...issues, ...super.crossIssues()];
  }
}

export const BulkMoveResult = bulkResultOf('BulkMove', MOVE_REFUSALS, 'The enrollment; null if it was not found');
