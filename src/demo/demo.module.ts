import { Module } from '@nestjs/common';
import { FilesModule } from '#contexts/files/files.module.js';
import { IdentityModule } from '#contexts/identity/identity.public.js';
import { DemoPeople, DemoPeopleController } from './demo-people.controller.js';
import { DemoSchoolLoader } from './demo-school.js';
import { Doors } from './door.js';
import { DemoFiles } from './files/demo-files.js';
import { PastJobs } from './past-jobs.js';

@Module({
  imports: [FilesModule, IdentityModule],
  controllers: [DemoPeopleController],
  providers: [DemoFiles, DemoSchoolLoader, DemoPeople, Doors, PastJobs],
})
export class DemoModule {}
