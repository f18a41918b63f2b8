import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  cancelCoachingSession,
  completeCoachingSession,
  createCoachingSession,
  getCoachingSession,
  listCoachingSessions,
  updateCoachingSession,
} from './coaching-session.operations.js';
import { CoachingSessionService } from './coaching-session.service.js';

@Controller()
export class CoachingSessionController {
  constructor(private readonly sessions: CoachingSessionService) {}

  @Operation(createCoachingSession)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createCoachingSession>) {
    return this.sessions.create(uow, params.enrollmentId, body);
  }

  @Operation(listCoachingSessions)
  list(scope: Scope, { params, query }: InputOf<typeof listCoachingSessions>) {
    return this.sessions.list(scope, params.enrollmentId, query);
  }

  @Operation(getCoachingSession)
  get(scope: Scope, { params }: InputOf<typeof getCoachingSession>) {
    return this.sessions.get(scope, params.coachingSessionId);
  }

  @Operation(updateCoachingSession)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateCoachingSession>) {
    return this.sessions.update(uow, params.coachingSessionId, body);
  }

  @Operation(completeCoachingSession)
  complete(uow: UnitOfWork, { params, body }: InputOf<typeof completeCoachingSession>) {
    return this.sessions.complete(uow, params.coachingSessionId, body);
  }

  @Operation(cancelCoachingSession)
  cancel(uow: UnitOfWork, { params }: InputOf<typeof cancelCoachingSession>) {
    return this.sessions.cancel(uow, params.coachingSessionId);
  }
}
