import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CockpitController } from './cockpit/cockpit.controller.js';
import { CockpitRepository } from './cockpit/cockpit.repository.js';
import { CockpitService } from './cockpit/cockpit.service.js';
import { CohortPhaseEntity } from './cohort-phase.entity.js';
import { CohortLifecycleService } from './cohort-lifecycle.service.js';
import { CohortController } from './cohort.controller.js';
import { CohortEntity } from './cohort.entity.js';
import { CohortRepository } from './cohort.repository.js';
import { CohortService } from './cohort.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([CohortEntity, CohortPhaseEntity])],
  controllers: [CohortController, CockpitController],
  providers: [CohortService, CohortLifecycleService, CohortRepository, CockpitService, CockpitRepository],
})
export class CohortsModule {}
