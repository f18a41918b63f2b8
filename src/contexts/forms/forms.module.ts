import { Module } from '@nestjs/common';
import { LearningModule } from '#contexts/learning/learning.public.js';
import { FormAssignmentController } from './assignment/form-assignment.controller.js';
import { FormAssignmentRepository } from './assignment/form-assignment.repository.js';
import { FormAssignmentService } from './assignment/form-assignment.service.js';
import { FormController } from './form/form.controller.js';
import { FormRepository } from './form/form.repository.js';
import { FormService } from './form/form.service.js';

import { FormResponseController } from './response/form-response.controller.js';
import { FormResponseReader } from './response/form-response.reader.js';
import { FormResponseRepository } from './response/form-response.repository.js';
import { FormResponseService } from './response/form-response.service.js';

import { FormResultsController } from './results/form-results.controller.js';
import { FormResultsRepository } from './results/form-results.repository.js';
import { FormResultsService } from './results/form-results.service.js';

@Module({
  imports: [LearningModule],
  controllers: [FormController, FormAssignmentController, FormResponseController, FormResultsController],
  providers: [
    FormService,
    FormRepository,
    FormAssignmentService,
    FormAssignmentRepository,
    FormResponseService,
    FormResponseReader,
    FormResponseRepository,
    FormResultsService,
    FormResultsRepository,
  ],
})
export class FormsModule {}
