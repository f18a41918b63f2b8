import { Injectable } from '@nestjs/common';
import { invalidField, type ServiceError } from '#kernel/errors';
import { namesOf } from '#contexts/identity/identity.public.js';
import type { Page } from '#kernel/lists';
import { Lifecycle, type Scope, type UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import type { EventDeclaration } from '#kernel/events';
import {
  toEnrollment,
  type CloseEnrollmentRequest,
  type Enrollment,
  type EnrollmentsQuery,
  type EnrollRequest,
  type PauseEnrollmentRequest,
  type ResumeEnrollmentRequest,
} from './enrollment.dto.js';
import { EnrollmentCreation } from './enrollment-creation.js';
import { recordStatusChanges } from './enrollment-history.js';
import { EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';
import { ENROLLMENT_MOVES, type EnrollmentMove } from './enrollment-moves.js';
import { EnrollmentObservers } from './enrollment-observers.js';
import { EnrollmentSeats, SEAT_REFUSALS, type SeatRefusal } from './enrollment-seats.js';
import {
  activateEnrollment,
  closeEnrollment,
  enroll,
  pauseEnrollment,
  referenceToEnrollment,
  resumeEnrollment,
  type EnrollmentReference,
  cohortFull,
  seatTaken,
} from './enrollment.operations.js';
import { describeEnrollments, enrollmentList, findPause } from './enrollment.repository.js';
import { coachOf } from './enrollment.policy.js';

/** The new status. A reason or closing time that is left out is set to null. */
interface StatusChange {
  status: EnrollmentStatus;
  statusReason?: string | null;
  closedAt?: Date;
}

type Extra<Data> = Omit<Data, keyof EnrollmentReference>;

@Injectable()
export class EnrollmentService {
  constructor(
    private readonly creation: EnrollmentCreation,
    private readonly observers: EnrollmentObservers,
  ) {}

  async list(scope: Scope, query: EnrollmentsQuery): Promise<Page<Enrollment>> {
    const narrowed = { ...query, ...(await namesOf(scope, query.q)), ...coachOf(scope.caller) };
    return scope.list(enrollmentList, narrowed, async (enrollments) => {
      const contexts = await describeEnrollments(scope, enrollments);
      return enrollments.map((enrollment) => toEnrollment(enrollment, contexts));
    });
  }

  async get(scope: Scope, id: string): Promise<Enrollment> {
    return this.described(scope, await scope.get(EnrollmentEntity, id));
  }

  async enroll(uow: UnitOfWork, cohortId: string, { memberId, status }: EnrollRequest): Promise<Enrollment> {
    const seat = { id: uow.newId(), cohortId, memberId };
    const seats = await EnrollmentSeats.open(uow, [seat]);
    seats.requireOpen(cohortId);
    const refusal = seats.take(seat);
    if (refusal) throw seatRefused(refusal.code);
    const [enrollment] = await this.creation.create(uow, [{ ...seat, status }], (row, changes) =>
      uow.record(enroll.event, row, changes),
    );
    return this.described(uow, enrollment);
  }

  activate(uow: UnitOfWork, id: string): Promise<Enrollment> {
    return this.move(uow, id, 'activate', { status: 'active' }, activateEnrollment.event, {});
  }

  pause(uow: UnitOfWork, id: string, { reason }: PauseEnrollmentRequest): Promise<Enrollment> {
    const pausing = { status: 'paused', statusReason: reason } as const;
    return this.move(uow, id, 'pause', pausing, pauseEnrollment.event, {});
  }

  resume(uow: UnitOfWork, id: string, { shiftDeadlines = false }: ResumeEnrollmentRequest): Promise<Enrollment> {
    const observed = async (enrollment: EnrollmentEntity) => {
      const [pause] = await uow.query(findPause, { id });
      const resumption = { enrollment, pausedAt: pause?.pausedAt ?? null, shiftDeadlines };
      return { deadlineExtensionId: await this.observers.resumed(uow, resumption) };
    };
    return this.move(uow, id, 'resume', { status: 'active' }, resumeEnrollment.event, observed);
  }

  close(uow: UnitOfWork, id: string, { result, reason = null }: CloseEnrollmentRequest): Promise<Enrollment> {
    const closing = { status: result, statusReason: reason, closedAt: uow.now };
    return this.move(uow, id, 'close', closing, closeEnrollment.event, { result });
  }

  /** Changes the status and records the event, whose data is the reference and `extra`, or what it makes of the locked row. */
  private async move<Data extends EnrollmentReference>(
    uow: UnitOfWork,
    id: string,
    move: EnrollmentMove,
    change: StatusChange,
    event: EventDeclaration<Data>,
    extra: Extra<Data> | ((enrollment: EnrollmentEntity) => Promise<Extra<Data>>),
  ): Promise<Enrollment> {
    const enrollment = await uow.getForUpdate(EnrollmentEntity, id);
    new Lifecycle('enrollment', ENROLLMENT_MOVES[move]).checkMove(enrollment.status, change.status);
    const more = typeof extra === 'function' ? await extra(enrollment) : extra;
    const moved = uow.change(EnrollmentEntity, enrollment, { statusReason: null, closedAt: null, ...change });
    const { status: toStatus, statusReason: reason } = change;
    recordStatusChanges(uow, [{ enrollmentId: id, fromStatus: enrollment.status, toStatus, reason }]);
    uow.record(event, { targetId: id, data: { ...referenceToEnrollment(enrollment), ...more } as Data });
    return this.described(uow, moved);
  }

  private async described(scope: Scope, enrollment: NewRow<EnrollmentEntity>): Promise<Enrollment> {
    return toEnrollment(enrollment, await describeEnrollments(scope, [enrollment]));
  }
}

function seatRefused(code: SeatRefusal): ServiceError {
  if (code === 'cohort_full') return cohortFull.error();
  if (code === 'seat_taken') return seatTaken.error();
  return invalidField('memberId', SEAT_REFUSALS[code].issue);
}
