import { Module, type DynamicModule } from '@nestjs/common';
import { AgentsModule } from './agents/agents.module.js';
import { CohortsModule } from './cohorts/cohorts.module.js';
import { DemoModule } from './demo/demo.module.js';
import { EnrollmentsModule } from './enrollments/enrollments.module.js';
import { GroupsModule } from './groups/groups.module.js';
import { IdentityModule } from './identity/identity.module.js';
import { LiveSessionsModule } from './live-sessions/live-sessions.module.js';
import { MediaModule } from './media/media.module.js';
import { PlatformModule, type Runtime } from './platform/platform.module.js';
import { ProgramsModule } from './programs/programs.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** The contexts of the service: its table of contents. */
const CONTEXTS = [
  IdentityModule,
  ProgramsModule,
  CohortsModule,
  EnrollmentsModule,
  TasksModule,
  GroupsModule,
  LiveSessionsModule,
  MediaModule,
  WebhooksModule,
  AgentsModule,
];

@Module({})
export class AppModule {
  static forRuntime(runtime: Runtime): DynamicModule {
    return { module: AppModule, imports: [PlatformModule.forRuntime(runtime), ...CONTEXTS, DemoModule] };
  }
}
