import { Module } from '@nestjs/common';
import { LearningModule } from '#contexts/learning/learning.public.js';
import { FormAssignmentController } from './assignment/form-assignment.controller.js';
import { FormAssignmentRepository } from './assignment/form-assignment.repository.js';
import { FormAssignmentService } from './assignment/form-assignment.service.js';
import { FormController } from './form/form.controller.js';
import { FormRepository } from './form/form.repository.js';
import { FormService } from './form/form.service.js';

import { IntakeDoorController } from './intake/intake-door.controller.js';
import { IntakeLinkController } from './intake/intake-link.controller.js';
import { IntakeLinkService } from './intake/intake-link.service.js';
import { IntakeRetentionJob } from './intake/intake-retention.job.js';
import { IntakeService } from './intake/intake.service.js';
import { ResponseLinkingService } from './intake/response-linking.service.js';
import { FormResponseController } from './response/form-response.controller.js';
import { FormResponseReader } from './response/form-response.reader.js';
import { FormResponseRepository } from './response/form-response.repository.js';
import { FormResponseService } from './response/form-response.service.js';

import { AnonymousResults } from './results/anonymous-results.js';
import { FormResultsController } from './results/form-results.controller.js';
import { FormResultsRepository } from './results/form-results.repository.js';
import { FormResultsService } from './results/form-results.service.js';

@Module({
  imports: [LearningModule],
  controllers: [
    FormController,
    FormAssignmentController,
    FormResponseController,
    FormResultsController,
    IntakeLinkController,
    IntakeDoorController,
  ],
  providers: [
    FormService,
    FormRepository,
    FormAssignmentService,
    FormAssignmentRepository,
    FormResponseService,
    FormResponseReader,
    FormResponseRepository,
    IntakeLinkService,
    IntakeRetentionJob,
    IntakeService,
    ResponseLinkingService,
    AnonymousResults,
    FormResultsService,
    FormResultsRepository,
  ],
})
export class FormsModule {}
