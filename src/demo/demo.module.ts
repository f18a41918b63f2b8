import { Module } from '@nestjs/common';
import { FilesModule } from '#contexts/files/files.public.js';
import { IdentityModule } from '#contexts/identity/identity.public.js';
import { DemoPeople, DemoPeopleController } from './demo-people.controller.js';
import { DemoSchoolLoader } from './demo-school.js';
import { Doors } from './door.js';
import { PastJobs } from './past-jobs.js';
import { StoredFiles } from './stored-files.js';

@Module({
  imports: [FilesModule, IdentityModule],
  controllers: [DemoPeopleController],
  providers: [DemoSchoolLoader, DemoPeople, Doors, PastJobs, StoredFiles],
})
export class DemoModule {}
