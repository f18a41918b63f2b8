import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockerController } from './blocker.controller.js';
import { BlockerEntity } from './blocker.entity.js';
import { BlockerRepository } from './blocker.repository.js';
import { BlockerService } from './blocker.service.js';
import { CoachingSessionController } from './coaching-session.controller.js';
import { CoachingSessionEntity } from './coaching-session.entity.js';
import { CoachingSessionRepository } from './coaching-session.repository.js';
import { CoachingSessionService } from './coaching-session.service.js';
import { EnrollmentController } from './enrollment.controller.js';
import { EnrollmentEntity } from './enrollment.entity.js';
import { EnrollmentRepository } from './enrollment.repository.js';
import { EnrollmentService } from './enrollment.service.js';
import { InterventionController } from './intervention.controller.js';
import { InterventionEntity } from './intervention.entity.js';
import { InterventionRepository } from './intervention.repository.js';
import { InterventionService } from './intervention.service.js';
import { NoteController } from './note.controller.js';
import { NoteEntity } from './note.entity.js';
import { NoteRepository } from './note.repository.js';
import { NoteService } from './note.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([EnrollmentEntity, NoteEntity, BlockerEntity, CoachingSessionEntity, InterventionEntity]),
  ],
  controllers: [
    EnrollmentController,
    NoteController,
    BlockerController,
    CoachingSessionController,
    InterventionController,
  ],
  providers: [
    ...[EnrollmentService, EnrollmentRepository],
    ...[NoteService, NoteRepository],
    ...[BlockerService, BlockerRepository],
    ...[CoachingSessionService, CoachingSessionRepository],
    ...[InterventionService, InterventionRepository],
  ],
})
export class EnrollmentsModule {}
