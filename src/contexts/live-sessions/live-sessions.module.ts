import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttendanceRepository } from './attendance.repository.js';
import { AttendanceService } from './attendance.service.js';
import { LiveSessionCohortEntity } from './live-session-cohort.entity.js';
import { LiveSessionController } from './live-session.controller.js';
import { LiveSessionEntity } from './live-session.entity.js';
import { LiveSessionRepository } from './live-session.repository.js';
import { LiveSessionService } from './live-session.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([LiveSessionEntity, LiveSessionCohortEntity])],
  controllers: [LiveSessionController],
  providers: [LiveSessionService, LiveSessionRepository, AttendanceService, AttendanceRepository],
})
export class LiveSessionsModule {}
