import { controllerOf } from '#kernel/operations';
import {
  cancelCoachingSession,
  completeCoachingSession,
  createCoachingSession,
  listCoachingSessions,
  updateCoachingSession,
} from './coaching-session.operations.js';
import { CoachingSessionService } from './coaching-session.service.js';

export class CoachingSessionController extends controllerOf(CoachingSessionService, {
  create: createCoachingSession,
  list: listCoachingSessions,
  update: updateCoachingSession,
  complete: completeCoachingSession,
  cancel: cancelCoachingSession,
}) {}
