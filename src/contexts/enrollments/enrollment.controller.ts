import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { BulkEnrollmentService } from './bulk-enrollment.service.js';
import {
  activateEnrollment,
  bulkEnroll,
  bulkMoveEnrollments,
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
  constructor(
    private readonly enrollments: EnrollmentService,
    private readonly bulk: BulkEnrollmentService,
  ) {}

  @Operation(enroll)
  enroll(uow: UnitOfWork, { params, body }: InputOf<typeof enroll>) {
    return this.enrollments.enroll(uow, params.cohortId, body);
  }

  @Operation(listEnrollments)
  list(scope: Scope, { query }: InputOf<typeof listEnrollments>) {
    return this.enrollments.list(scope, query);
  }

  @Operation(getEnrollment)
  get(scope: Scope, { params }: InputOf<typeof getEnrollment>) {
    return this.enrollments.get(scope, params.enrollmentId);
  }

  @Operation(activateEnrollment)
  activate(uow: UnitOfWork, { params }: InputOf<typeof activateEnrollment>) {
    return this.enrollments.activate(uow, params.enrollmentId);
  }

  @Operation(pauseEnrollment)
  pause(uow: UnitOfWork, { params, body }: InputOf<typeof pauseEnrollment>) {
    return this.enrollments.pause(uow, params.enrollmentId, body);
  }

  @Operation(resumeEnrollment)
  resume(uow: UnitOfWork, { params, body }: InputOf<typeof resumeEnrollment>) {
    return this.enrollments.resume(uow, params.enrollmentId, body);
  }

  @Operation(closeEnrollment)
  close(uow: UnitOfWork, { params, body }: InputOf<typeof closeEnrollment>) {
    return this.enrollments.close(uow, params.enrollmentId, body);
  }

  @Operation(bulkEnroll)
  bulkEnroll(uow: UnitOfWork, { params, body }: InputOf<typeof bulkEnroll>) {
    return this.bulk.enroll(uow, params.cohortId, body);
  }

  @Operation(bulkMoveEnrollments)
  bulkMove(uow: UnitOfWork, { params, body }: InputOf<typeof bulkMoveEnrollments>) {
    return this.bulk.move(uow, params.cohortId, body);
  }
}
