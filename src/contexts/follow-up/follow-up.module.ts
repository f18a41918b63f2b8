import { Module } from '@nestjs/common';
import { BlockerController } from './blocker/blocker.controller.js';
import { BlockerService } from './blocker/blocker.service.js';
import { MyBlockerController } from './blocker/my-blocker.controller.js';
import { MyBlockerService } from './blocker/my-blocker.service.js';
import { CoachingSessionController } from './coaching-session/coaching-session.controller.js';
import { CoachingSessionObservers } from './coaching-session/coaching-session-observers.js';
import { CoachingSessionService } from './coaching-session/coaching-session.service.js';
import { BulkInterventionService } from './intervention/bulk-intervention.service.js';
import { InterventionController } from './intervention/intervention.controller.js';
import { InterventionService } from './intervention/intervention.service.js';
import { InterventionsInHandService } from './intervention/interventions-in-hand.service.js';
import { NoteController } from './note/note.controller.js';
import { NoteService } from './note/note.service.js';

@Module({
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
    CoachingSessionObservers,
    CoachingSessionService,
    BulkInterventionService,
    InterventionService,
    InterventionsInHandService,
  ],
  exports: [CoachingSessionObservers],
})
export class FollowUpModule {}
