import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BulkEnrollmentService } from './bulk-enrollment.service.js';
import { EnrollmentCreation } from './enrollment-creation.js';
import { EnrollmentController } from './enrollment.controller.js';
import { EnrollmentEntity } from './enrollment.entity.js';
import { EnrollmentObservers } from './enrollment-observers.js';
import { EnrollmentRepository } from './enrollment.repository.js';
import { EnrollmentTransfer } from './enrollment-transfer.js';
import { EnrollmentService } from './enrollment.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([EnrollmentEntity])],
  controllers: [EnrollmentController],
  providers: [
    BulkEnrollmentService,
    EnrollmentCreation,
    EnrollmentObservers,
    EnrollmentRepository,
    EnrollmentService,
    EnrollmentTransfer,
  ],
  exports: [EnrollmentCreation, EnrollmentObservers, EnrollmentTransfer],
})
export class EnrollmentsModule {}
