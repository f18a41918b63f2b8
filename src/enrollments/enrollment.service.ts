import { Injectable } from '@nestjs/common';
import { isClosed } from '../cohorts/cohorts.public.js';
import { conflict, invalidField } from '../platform/errors/service-error.js';
import type { EventDeclaration } from '../platform/events/event.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import {
  toEnrollment,
  type CloseEnrollmentRequest,
  type Enrollment,
  type EnrollmentsQuery,
  type EnrollRequest,
  type PauseEnrollmentRequest,
} from './enrollment.dto.js';
import type { EnrollmentEntity, EnrollmentStatus } from './enrollment.entity.js';
import {
  enrollmentActivated,
  enrollmentClosed,
  enrollmentCreated,
  enrollmentPaused,
  enrollmentResumed,
  type EnrollmentReference,
} from './enrollment.events.js';
import { EnrollmentRepository } from './enrollment.repository.js';
import { ENROLLMENT_MOVES } from './enrollment.transitions.js';

/** A status change by one of the commands. */
interface Move<Event extends EnrollmentReference> {
  command: keyof typeof ENROLLMENT_MOVES;
  to: EnrollmentStatus;
  reason?: string | null;
  closedAt?: Date;
  event: EventDeclaration<Event>;
  /** What the event has beside the reference. */
  data: Omit<Event, keyof EnrollmentReference>;
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
    return this.withName(scope, await this.enrollments.get(scope, id));
  }

  async enroll(uow: UnitOfWork, cohortId: string, { memberId, status }: EnrollRequest): Promise<Enrollment> {
    const cohort = await this.enrollments.lockCohort(uow, cohortId);
    if (isClosed(cohort.status)) throw conflict('The cohort is closed.');
    if (!(await this.enrollments.lockActiveMember(uow, memberId))) {
      throw invalidField('memberId', 'must be an active member of the organization');
    }
    const seats = await this.enrollments.countSeats(uow, cohortId);
    if (cohort.capacity !== null && seats >= cohort.capacity) throw conflict('The cohort is full.');
    const enrollment: NewRow<EnrollmentEntity> = {
      id: uow.newId(),
      cohortId,
      memberId,
      status,
      statusReason: null,
      enrolledAt: uow.now,
      closedAt: null,
      updatedAt: uow.now,
    };
    if (!(await this.enrollments.addUnlessSeated(uow, enrollment))) {
      throw conflict('The member has a seat in the cohort already.');
    }
    uow.record(enrollmentCreated, {
      targetId: enrollment.id,
      changes: { cohortId, memberId, status },
      data: { enrollmentId: enrollment.id, cohortId, memberId, status },
    });
    return this.withName(uow, enrollment);
  }

  activate(uow: UnitOfWork, id: string): Promise<Enrollment> {
    return this.move(uow, id, { command: 'activate', to: 'active', event: enrollmentActivated, data: {} });
  }

  pause(uow: UnitOfWork, id: string, { reason }: PauseEnrollmentRequest): Promise<Enrollment> {
    return this.move(uow, id, { command: 'pause', to: 'paused', reason, event: enrollmentPaused, data: {} });
  }

  resume(uow: UnitOfWork, id: string): Promise<Enrollment> {
    return this.move(uow, id, { command: 'resume', to: 'active', event: enrollmentResumed, data: {} });
  }

  close(uow: UnitOfWork, id: string, { result, reason }: CloseEnrollmentRequest): Promise<Enrollment> {
    const closing = { command: 'close', to: result, reason, closedAt: uow.now } as const;
    return this.move(uow, id, { ...closing, event: enrollmentClosed, data: { result } });
  }

  /** The reason goes with the status: one that is not given replaces the former one all the same. */
  private async move<Event extends EnrollmentReference>(
    uow: UnitOfWork,
    id: string,
    { command, to, reason = null, closedAt, event, data }: Move<Event>,
  ): Promise<Enrollment> {
    const enrollment = await this.enrollments.getForUpdate(uow, id);
    const { status: from, cohortId, memberId } = enrollment;
    checkMove('enrollment', ENROLLMENT_MOVES[command], from, to);
    const change = { status: to, statusReason: reason, closedAt: closedAt ?? null, updatedAt: uow.now };
    this.enrollments.update(uow, id, change);
    uow.record(event, {
      targetId: id,
      changes: { status: { from, to }, reason },
      data: { enrollmentId: id, cohortId, memberId, ...data } as Event,
    });
    return this.withName(uow, { ...enrollment, ...change });
  }

  private async withName(scope: Scope, enrollment: NewRow<EnrollmentEntity>): Promise<Enrollment> {
    return toEnrollment(enrollment, await this.enrollments.listMemberNames(scope, [enrollment]));
  }
}
