import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CohortPhaseEntity } from './cohort-phase.entity.js';
import { CohortController } from './cohort.controller.js';
import { CohortEntity } from './cohort.entity.js';
import { CohortRepository } from './cohort.repository.js';
import { CohortService } from './cohort.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CohortEntity, CohortPhaseEntity])],
  controllers: [CohortController],
  providers: [CohortService, CohortRepository],
})
export class CohortsModule {}
