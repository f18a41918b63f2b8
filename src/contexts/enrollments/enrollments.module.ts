import { Module } from '@nestjs/common';
import { BulkEnrollmentService } from './bulk-enrollment.service.js';
import { EnrollmentCreation } from './enrollment-creation.js';
import { EnrollmentController } from './enrollment.controller.js';
import { EnrollmentObservers } from './enrollment-observers.js';
import { EnrollmentTransfer } from './enrollment-transfer.js';
import { EnrollmentService } from './enrollment.service.js';

@Module({
  controllers: [EnrollmentController],
  providers: [BulkEnrollmentService, EnrollmentCreation, EnrollmentObservers, EnrollmentService, EnrollmentTransfer],
  exports: [EnrollmentCreation, EnrollmentObservers, EnrollmentTransfer],
})
export class EnrollmentsModule {}
