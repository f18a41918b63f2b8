import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/persistence/scope.js';
import { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
import type { Enrollment } from './enrollment.dto.js';
import {
  activateEnrollment,
  closeEnrollment,
  enroll,
  getEnrollment,
  listEnrollments,
  pauseEnrollment,
  resumeEnrollment,
} from './enrollment.operations.js';
import { EnrollmentService } from './enrollment.service.js';

@Controller()
export class EnrollmentController {
  constructor(private readonly enrollments: EnrollmentService) {}

  @Operation(enroll)
  enroll(uow: UnitOfWork, { params, body }: InputOf<typeof enroll>): Promise<Enrollment> {
    return this.enrollments.enroll(uow, params.cohortId, body);
  }

  @Operation(listEnrollments)
  list(scope: Scope, { query }: InputOf<typeof listEnrollments>): Promise<Page<Enrollment>> {
    return this.enrollments.list(scope, query);
  }

  @Operation(getEnrollment)
  get(scope: Scope, { params }: InputOf<typeof getEnrollment>): Promise<Enrollment> {
    return this.enrollments.get(scope, params.enrollmentId);
  }

  @Operation(activateEnrollment)
  activate(uow: UnitOfWork, { params }: InputOf<typeof activateEnrollment>): Promise<Enrollment> {
    return this.enrollments.activate(uow, params.enrollmentId);
  }

  @Operation(pauseEnrollment)
  pause(uow: UnitOfWork, { params, body }: InputOf<typeof pauseEnrollment>): Promise<Enrollment> {
    return this.enrollments.pause(uow, params.enrollmentId, body);
  }

  @Operation(resumeEnrollment)
  resume(uow: UnitOfWork, { params }: InputOf<typeof resumeEnrollment>): Promise<Enrollment> {
    return this.enrollments.resume(uow, params.enrollmentId);
  }

  @Operation(closeEnrollment)
  close(uow: UnitOfWork, { params, body }: InputOf<typeof closeEnrollment>): Promise<Enrollment> {
    return this.enrollments.close(uow, params.enrollmentId, body);
  }
}
