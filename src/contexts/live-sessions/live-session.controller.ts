import { controllerOf } from '#kernel/operations';
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

export class LiveSessionController extends controllerOf(LiveSessionService, {
  list: listLiveSessions,
  get: getLiveSession,
  create: createLiveSession,
  update: updateLiveSession,
  cancel: cancelLiveSession,
}) {}

export class AttendanceController extends controllerOf(AttendanceService, { record: recordAttendance }) {}
