import { Injectable } from '@nestjs/common';
import { type BulkResult, JudgedItems, Refusal } from '#kernel/operations';
import { type Change, fieldChanges } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { invalidField } from '#kernel/errors';
import { MAX_FURTHER_EVENTS } from '#kernel/trail';
import { MOVE_REFUSALS, type BulkEnrollRequest, type BulkMoveRequest } from './bulk-enrollment.dto.js';
import { EnrollmentCreation } from './enrollment-creation.js';
import { EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';
import { recordStatusChanges } from './enrollment-history.js';
import { ENROLLMENT_MOVES, type EnrollmentMove } from './enrollment-moves.js';
import {
  activateEnrollment,
  closeEnrollment,
  enroll,
  pauseEnrollment,
  resumeEnrollment,
} from './enrollment.operations.js';
import { listReachedIdsInCohort } from './enrollment.policy.js';
import { listOwnIds } from './own-enrollment.policy.js';
import { EnrollmentSeats, SEAT_REFUSALS } from './enrollment-seats.js';

/** The moves that a person may make with their own enrollment; a bulk write shifts no deadlines. */
const ON_ONESELF: readonly EnrollmentMove[] = ['pause', 'resume'];

@Injectable()
export class BulkEnrollmentService {
  constructor(private readonly creation: EnrollmentCreation) {}

  async enroll(uow: UnitOfWork, cohortId: string, request: BulkEnrollRequest): Promise<BulkResult> {
    const requestedSeats = request.items.map(({ memberId }) => ({ cohortId, memberId }));
    const seats = await EnrollmentSeats.open(uow, requestedSeats);
    seats.requireOpen(cohortId);
    const { status } = request;
    const judged = JudgedItems.of(request, SEAT_REFUSALS, ({ memberId }) => {
      const seat = { id: uow.newId(), cohortId, memberId };
      return seats.take(seat) ?? { ...seat, status };
    });
    const enrollments = await this.creation.create(uow, judged.accepted, (row, changes) =>
      uow.recordAlso(enroll, row, changes),
    );
    if (uow.furtherRecords.length > MAX_FURTHER_EVENTS) {
      throw invalidField(
        'items',
        `must be fewer: with the cohort's tasks there are more than ${MAX_FURTHER_EVENTS} events`,
      );
    }
    uow.recordWithoutEvent(cohortId, { status, ...judged.counts });
    return judged.result(enrollments.map(({ id }) => id));
  }

  async move(uow: UnitOfWork, cohortId: string, request: BulkMoveRequest): Promise<BulkResult> {
    const ids = request.items.map(({ enrollmentId }) => enrollmentId);
    const reached = await listReachedIdsInCohort(uow, cohortId, ids);
    const locked = await uow.getAllForUpdate(EnrollmentEntity, reached);
    const own = ON_ONESELF.includes(request.move) ? new Set<string>() : await listOwnIds(uow, reached);
    const enrollments = new Map(locked.map((enrollment) => [enrollment.id, enrollment]));
    const status = request.move === 'pause' ? 'paused' : (request.result ?? 'active');
    const judged = JudgedItems.of(request, MOVE_REFUSALS, ({ enrollmentId: id }) => {
      const enrollment = enrollments.get(id);
      if (!enrollment) return new Refusal('not_found');
      if (own.has(id)) return new Refusal('own_enrollment', id);
      return ENROLLMENT_MOVES[request.move][enrollment.status]?.includes(status)
        ? enrollment
        : new Refusal('illegal_move', id);
    });
    this.apply(uow, judged.accepted, status, request);
    uow.recordWithoutEvent(cohortId, { move: request.move, status, ...judged.counts });
    return judged.result(judged.accepted.map(({ id }) => id));
  }

  private apply(
    uow: UnitOfWork,
    enrollments: readonly EnrollmentEntity[],
    status: EnrollmentStatus,
    request: BulkMoveRequest,
  ): void {
    const { move, result } = request;
    const reason = request.reason ?? null;
    const change: Change<EnrollmentEntity> = {
      status,
      statusReason: reason,
      closedAt: move === 'close' ? uow.now : null,
    };
    uow.changeAll(EnrollmentEntity, enrollments, change);
    recordStatusChanges(
      uow,
      enrollments.map(({ id, status: fromStatus }) => ({ enrollmentId: id, fromStatus, toStatus: status, reason })),
    );
    for (const enrollment of enrollments) {
      const changes = fieldChanges(EnrollmentEntity, enrollment, change);
      if (result) uow.recordAlso(closeEnrollment, { ...enrollment, result }, changes);
      if (move === 'activate') uow.recordAlso(activateEnrollment, enrollment, changes);
      if (move === 'pause') uow.recordAlso(pauseEnrollment, enrollment, changes);
      if (move === 'resume') uow.recordAlso(resumeEnrollment, { ...enrollment, deadlineExtensionId: null }, changes);
    }
  }
}
