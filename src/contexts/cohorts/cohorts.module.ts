import { Module } from '@nestjs/common';
import { CohortController } from './cohort.controller.js';
import { CohortRepository } from './cohort.repository.js';
import { CohortService } from './cohort.service.js';

@Module({
  controllers: [CohortController],
  providers: [CohortService, CohortRepository],
})
export class CohortsModule {}
