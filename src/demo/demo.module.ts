import { Module } from '@nestjs/common';
import { IdentityModule } from '#contexts/identity/identity.public.js';
import { DemoPeople, DemoPeopleController } from './demo-people.controller.js';
import { DemoSchoolLoader } from './demo-school.js';
import { Doors } from './door.js';
import { PastJobs } from './past-jobs.js';

@Module({
  imports: [IdentityModule],
  controllers: [DemoPeopleController],
  providers: [DemoSchoolLoader, DemoPeople, Doors, PastJobs],
})
export class DemoModule {}
