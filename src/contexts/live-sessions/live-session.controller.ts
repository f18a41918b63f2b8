import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { recordAttendance } from './attendance.operations.js';
import { AttendanceService } from './attendance.service.js';
import {
  cancelLiveSession,
  createLiveSession,
  getLiveSession,
  listLiveSessions,
  updateLiveSession,
} from './live-session.operations.js';
import { LiveSessionService } from './live-session.service.js';

@Controller()
export class LiveSessionController {
  constructor(
    private readonly sessions: LiveSessionService,
    private readonly attendances: AttendanceService,
  ) {}

  @Operation(listLiveSessions)
  list(scope: Scope, { query }: InputOf<typeof listLiveSessions>) {
    return this.sessions.list(scope, query);
  }

  @Operation(getLiveSession)
  get(scope: Scope, { params }: InputOf<typeof getLiveSession>) {
    return this.sessions.get(scope, params.liveSessionId);
  }

  @Operation(createLiveSession)
  create(uow: UnitOfWork, { body }: InputOf<typeof createLiveSession>) {
    return this.sessions.create(uow, body);
  }

  @Operation(updateLiveSession)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateLiveSession>) {
    return this.sessions.update(uow, params.liveSessionId, body);
  }

  @Operation(cancelLiveSession)
  cancel(uow: UnitOfWork, { params }: InputOf<typeof cancelLiveSession>) {
    return this.sessions.cancel(uow, params.liveSessionId);
  }

  @Operation(recordAttendance)
  record(uow: UnitOfWork, { params, body }: InputOf<typeof recordAttendance>) {
    return this.attendances.record(uow, params.liveSessionId, body.entries);
  }
}
