import { Module } from '@nestjs/common';
import { AttendanceRepository } from './attendance.repository.js';
import { AttendanceService } from './attendance.service.js';
import { LiveSessionController } from './live-session.controller.js';
import { LiveSessionRepository } from './live-session.repository.js';
import { LiveSessionService } from './live-session.service.js';

@Module({
  controllers: [LiveSessionController],
  providers: [LiveSessionService, LiveSessionRepository, AttendanceService, AttendanceRepository],
})
export class LiveSessionsModule {}
