import { Injectable } from '@nestjs/common';
import { isClosed } from '#contexts/cohorts/cohorts.public.js';
import { lockActiveMember } from '#contexts/identity/identity.public.js';
import { conflict, invalidField } from '#kernel/errors/service-error.js';
import type { Page } from '#kernel/lists/page.js';
import { checkMove, type Transitions } from '#kernel/operations/transitions.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { NewRow } from '#kernel/persistence/tenant-entity.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import type { EventDeclaration } from '#kernel/trail/event.js';
import {
  toEnrollment,
  type CloseEnrollmentRequest,
  type Enrollment,
  type EnrollmentsQuery,
  type EnrollRequest,
  type PauseEnrollmentRequest,
} from './enrollment.dto.js';
import { EnrollmentEntity, type EnrollmentStatus } from './enrollment.entity.js';
import {
  activateEnrollment,
  closeEnrollment,
  enroll,
  pauseEnrollment,
  resumeEnrollment,
  type EnrollmentReference,
} from './enrollment.operations.js';
import { EnrollmentRepository } from './enrollment.repository.js';

type Moves = Partial<Transitions<EnrollmentStatus>>;

/** The transitions of closing. A pending enrollment has not started, so it cannot be completed or failed. */
const CLOSING: Moves = {
  pending: ['withdrawn'],
  active: ['completed', 'withdrawn', 'failed'],
  paused: ['completed', 'withdrawn', 'failed'],
};

/** The new status. A reason or closing time that is left out is set to null. */
interface StatusChange {
  status: EnrollmentStatus;
  statusReason?: string | null;
  closedAt?: Date;
}

@Injectable()
export class EnrollmentService {
  constructor(private readonly enrollments: EnrollmentRepository) {}

  async list(scope: Scope, query: EnrollmentsQuery): Promise<Page<Enrollment>> {
    const page = await this.enrollments.list(scope, query);
    const names = await this.enrollments.listMemberNames(scope, page.items);
    return { ...page, items: page.items.map((enrollment) => toEnrollment(enrollment, names)) };
  }

  async get(scope: Scope, id: string): Promise<Enrollment> {
    return this.withName(scope, await scope.get(EnrollmentEntity, id));
  }

  async enroll(uow: UnitOfWork, cohortId: string, { memberId, status }: EnrollRequest): Promise<Enrollment> {
    const cohort = await this.enrollments.lockCohort(uow, cohortId);
    if (isClosed(cohort.status)) throw conflict(`The cohort is ${cohort.status}.`);
    if ((await lockActiveMember(uow, memberId)) === undefined) {
      throw invalidField('memberId', 'must be an active member of the organization');
    }
    const seats = await this.enrollments.countSeats(uow, cohortId);
    if (cohort.capacity !== null && seats >= cohort.capacity) throw conflict('The cohort is full.');
    if (await this.enrollments.hasSeat(uow, cohortId, memberId)) {
      throw conflict('The member already has a seat in the cohort.');
    }
    const enrollment = uow.insert(EnrollmentEntity, { cohortId, memberId, status, enrolledAt: uow.now });
    uow.record(enroll.event, {
      targetId: enrollment.id,
      changes: { cohortId, memberId, status },
      data: { enrollmentId: enrollment.id, cohortId, memberId, status },
    });
    return this.withName(uow, enrollment);
  }

  activate(uow: UnitOfWork, id: string): Promise<Enrollment> {
    return this.move(uow, id, { pending: ['active'] }, { status: 'active' }, activateEnrollment.event, {});
  }

  pause(uow: UnitOfWork, id: string, { reason }: PauseEnrollmentRequest): Promise<Enrollment> {
    const pausing = { status: 'paused', statusReason: reason } as const;
    return this.move(uow, id, { active: ['paused'] }, pausing, pauseEnrollment.event, {});
  }

  resume(uow: UnitOfWork, id: string): Promise<Enrollment> {
    return this.move(uow, id, { paused: ['active'] }, { status: 'active' }, resumeEnrollment.event, {});
  }

  close(uow: UnitOfWork, id: string, { result, reason = null }: CloseEnrollmentRequest): Promise<Enrollment> {
    const closing = { status: result, statusReason: reason, closedAt: uow.now };
    return this.move(uow, id, CLOSING, closing, closeEnrollment.event, { result });
  }

  /** Changes the status and records the event, whose data is the reference and `extra`. */
  private async move<Data extends EnrollmentReference>(
    uow: UnitOfWork,
    id: string,
    moves: Moves,
    change: StatusChange,
    event: EventDeclaration<Data>,
    extra: Omit<Data, keyof EnrollmentReference>,
  ): Promise<Enrollment> {
    const enrollment = await uow.getForUpdate(EnrollmentEntity, id);
    const { cohortId, memberId } = enrollment;
    checkMove('enrollment', moves, enrollment.status, change.status);
    const moved = uow.change(EnrollmentEntity, enrollment, { statusReason: null, closedAt: null, ...change });
    uow.record(event, { targetId: id, data: { enrollmentId: id, cohortId, memberId, ...extra } as Data });
    return this.withName(uow, moved);
  }

  private async withName(scope: Scope, enrollment: NewRow<EnrollmentEntity>): Promise<Enrollment> {
    return toEnrollment(enrollment, await this.enrollments.listMemberNames(scope, [enrollment]));
  }
}
