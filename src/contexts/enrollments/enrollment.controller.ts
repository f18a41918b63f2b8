import { controllerOf } from '#kernel/operations';
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

export class EnrollmentController extends controllerOf(EnrollmentService, {
  enroll,
  list: listEnrollments,
  get: getEnrollment,
  activate: activateEnrollment,
  pause: pauseEnrollment,
  resume: resumeEnrollment,
  close: closeEnrollment,
}) {}

export class BulkEnrollmentController extends controllerOf(BulkEnrollmentService, {
  enroll: bulkEnroll,
  move: bulkMoveEnrollments,
}) {}
