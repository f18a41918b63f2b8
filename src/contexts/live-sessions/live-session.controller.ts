import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { recordAttendance } from './attendance.operations.js';
import { AttendanceService } from './attendance.service.js';
import type { LiveSession, LiveSessionWithAttendance } from './live-session.dto.js';
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
  list(scope: Scope, { query }: InputOf<typeof listLiveSessions>): Promise<Page<LiveSession>> {
    return this.sessions.list(scope, query);
  }

  @Operation(getLiveSession)
  get(scope: Scope, { params }: InputOf<typeof getLiveSession>): Promise<LiveSessionWithAttendance> {
    return this.sessions.get(scope, params.liveSessionId);
  }

  @Operation(createLiveSession)
  create(uow: UnitOfWork, { body }: InputOf<typeof createLiveSession>): Promise<LiveSessionWithAttendance> {
    return this.sessions.create(uow, body);
  }

  @Operation(updateLiveSession)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateLiveSession>): Promise<LiveSessionWithAttendance> {
    return this.sessions.update(uow, params.liveSessionId, body);
  }

  @Operation(cancelLiveSession)
  cancel(uow: UnitOfWork, { params }: InputOf<typeof cancelLiveSession>): Promise<LiveSessionWithAttendance> {
    return this.sessions.cancel(uow, params.liveSessionId);
  }

  @Operation(recordAttendance)
  record(uow: UnitOfWork, { params, body }: InputOf<typeof recordAttendance>): Promise<LiveSessionWithAttendance> {
    return this.attendances.record(uow, params.liveSessionId, body.entries);
  }
}
