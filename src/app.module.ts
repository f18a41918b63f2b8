import { Module, type DynamicModule } from '@nestjs/common';
import { BookingsModule } from '#contexts/bookings/bookings.module.js';
import { CalendarsModule } from '#contexts/calendars/calendars.module.js';
import { CalendarConnectionsModule } from '#contexts/calendar-connections/calendar-connections.module.js';
import { CohortsModule } from '#contexts/cohorts/cohorts.module.js';
import { CommunityModule } from '#contexts/community/community.module.js';
import { DemoModule } from '#demo/demo.module.js';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.module.js';
import { ErasuresModule } from '#contexts/erasures/erasures.module.js';
import { ExportsModule } from '#contexts/exports/exports.module.js';
import { FollowUpModule } from '#contexts/follow-up/follow-up.module.js';
import { InsightsModule } from '#insights/insights.module.js';
import { RuntimeModule } from '#runtime/runtime.module.js';
import { TransportModule } from '#transport/transport.module.js';
import { HandoverModule } from '#contexts/handover/handover.module.js';
import { FilesModule } from '#contexts/files/files.module.js';
import { FormsModule } from '#contexts/forms/forms.module.js';
import { GroupsModule } from '#contexts/groups/groups.module.js';
import { IdentityModule } from '#contexts/identity/identity.module.js';
import { LearningModule } from '#contexts/learning/learning.module.js';
import { LiveSessionsModule } from '#contexts/live-sessions/live-sessions.module.js';
import { MediaModule } from '#contexts/media/media.module.js';
import { KernelModule, type Runtime } from '#kernel';
import { OutcomesModule } from '#contexts/outcomes/outcomes.module.js';
import { PeopleImportModule } from '#contexts/people-import/people-import.module.js';
import { ProgramsModule } from '#contexts/programs/programs.module.js';
import { RemindersModule } from '#contexts/reminders/reminders.module.js';
import { SellingModule } from '#contexts/selling/selling.module.js';
import { TasksModule } from '#contexts/tasks/tasks.module.js';
import { TransfersModule } from '#contexts/transfers/transfers.module.js';
import { WebhooksModule } from '#contexts/webhooks/webhooks.module.js';

const CONTEXTS = [
  ErasuresModule,
  ExportsModule,
  IdentityModule,
  ProgramsModule,
  CohortsModule,
  EnrollmentsModule,
  FollowUpModule,
  BookingsModule,
  CalendarsModule,
  CalendarConnectionsModule,
  HandoverModule,
  TasksModule,
  GroupsModule,
  TransfersModule,
  LiveSessionsModule,
  FilesModule,
  MediaModule,
  LearningModule,
  OutcomesModule,
  FormsModule,
  CommunityModule,
  PeopleImportModule,
  RemindersModule,
  SellingModule,
  WebhooksModule,
];

@Module({})
export class AppModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    const engine = [KernelModule.forRuntime(runtime), RuntimeModule, TransportModule];
    return { module: AppModule, imports: [...engine, ...CONTEXTS, InsightsModule, DemoModule] };
  }
}
