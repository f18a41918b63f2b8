import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BlockerController } from './blocker/blocker.controller.js';
import { BlockerEntity } from './blocker/blocker.entity.js';
import { BlockerService } from './blocker/blocker.service.js';
import { MyBlockerController } from './blocker/my-blocker.controller.js';
import { MyBlockerService } from './blocker/my-blocker.service.js';
import { CoachingSessionController } from './coaching-session/coaching-session.controller.js';
import { CoachingSessionEntity } from './coaching-session/coaching-session.entity.js';
import { CoachingSessionService } from './coaching-session/coaching-session.service.js';
import { BulkInterventionService } from './intervention/bulk-intervention.service.js';
import { InterventionController } from './intervention/intervention.controller.js';
import { InterventionUpdateEntity } from './intervention/intervention-update.entity.js';
import { InterventionEntity } from './intervention/intervention.entity.js';
import { InterventionRepository } from './intervention/intervention.repository.js';
import { InterventionService } from './intervention/intervention.service.js';
import { InterventionsInHandService } from './intervention/interventions-in-hand.service.js';
import { NoteController } from './note/note.controller.js';
import { NoteEntity } from './note/note.entity.js';
import { NoteService } from './note/note.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      NoteEntity,
      BlockerEntity,
      CoachingSessionEntity,
      InterventionEntity,
      InterventionUpdateEntity,
    ]),
  ],
  controllers: [
    NoteController,
    BlockerController,
    MyBlockerController,
    CoachingSessionController,
    InterventionController,
  ],
  providers: [
    NoteService,
    BlockerService,
    MyBlockerService,
    CoachingSessionService,
    BulkInterventionService,
    InterventionService,
    InterventionsInHandService,
    InterventionRepository,
  ],
})
export class FollowUpModule {}
