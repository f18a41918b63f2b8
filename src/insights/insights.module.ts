import { Module } from '@nestjs/common';
import { AuditEntryController } from './audit/audit-entry.controller.js';
import { AuditEntryService } from './audit/audit-entry.service.js';
import { CoachLoadController } from './coach-load/coach-load.controller.js';
import { CoachLoadService } from './coach-load/coach-load.service.js';
import { CloserResultsController } from './closer-results/closer-results.controller.js';
import { CloserResultsService } from './closer-results/closer-results.service.js';
import { CockpitController } from './cockpit/cockpit.controller.js';
import { CockpitRepository } from './cockpit/cockpit.repository.js';
import { CockpitService } from './cockpit/cockpit.service.js';
import { CockpitHistoryController } from './cockpit-history/cockpit-history.controller.js';
import { CockpitHistoryService } from './cockpit-history/cockpit-history.service.js';
import { CockpitRecorder } from './cockpit-history/cockpit-recorder.js';
import { CockpitMemberController } from './cockpit-member/cockpit-member.controller.js';
import { CockpitMemberRepository } from './cockpit-member/cockpit-member.repository.js';
import { CockpitMemberService } from './cockpit-member/cockpit-member.service.js';
import { CohortAnalyticsController } from './cohort-analytics/cohort-analytics.controller.js';
import { CohortAnalyticsRepository } from './cohort-analytics/cohort-analytics.repository.js';
import { CohortAnalyticsService } from './cohort-analytics/cohort-analytics.service.js';
import { CohortOverviewController } from './cohort-overview/cohort-overview.controller.js';
import { CohortOverviewRepository } from './cohort-overview/cohort-overview.repository.js';
import { CohortOverviewService } from './cohort-overview/cohort-overview.service.js';
import { EnrollmentBriefingController } from './enrollment-briefing/enrollment-briefing.controller.js';
import { EnrollmentBriefingRepository } from './enrollment-briefing/enrollment-briefing.repository.js';
import { EnrollmentBriefingService } from './enrollment-briefing/enrollment-briefing.service.js';
import { EnrollmentTimelineController } from './enrollment-timeline/enrollment-timeline.controller.js';
import { EnrollmentTimelineService } from './enrollment-timeline/enrollment-timeline.service.js';
import { EventController } from './events/event.controller.js';
import { EventService } from './events/event.service.js';
import { MyEnrollmentController } from './my-enrollment/my-enrollment.controller.js';
import { MyEnrollmentService } from './my-enrollment/my-enrollment.service.js';
import { MyScheduleController } from './my-schedule/my-schedule.controller.js';
import { MyScheduleService } from './my-schedule/my-schedule.service.js';
import { SalesAnalyticsController } from './sales-analytics/sales-analytics.controller.js';
import { SalesAnalyticsService } from './sales-analytics/sales-analytics.service.js';

/** Reads across contexts; only the application imports it. */
@Module({
  controllers: [
    CockpitController,
    CockpitHistoryController,
    CockpitMemberController,
    CohortAnalyticsController,
    CohortOverviewController,
    CoachLoadController,
    SalesAnalyticsController,
    CloserResultsController,
    EnrollmentBriefingController,
    EnrollmentTimelineController,
    MyEnrollmentController,
    MyScheduleController,
    AuditEntryController,
    EventController,
  ],
  providers: [
    CockpitService,
    CockpitRepository,
    CockpitHistoryService,
    CockpitRecorder,
    CockpitMemberService,
    CockpitMemberRepository,
    CohortAnalyticsService,
    CohortAnalyticsRepository,
    CohortOverviewService,
    CohortOverviewRepository,
    CoachLoadService,
    SalesAnalyticsService,
    CloserResultsService,
    EnrollmentBriefingService,
    EnrollmentBriefingRepository,
    EnrollmentTimelineService,
    MyEnrollmentService,
    MyScheduleService,
    AuditEntryService,
    EventService,
  ],
})
export class InsightsModule {}
