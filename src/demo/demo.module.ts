import { Module } from '@nestjs/common';
import { IdentityModule } from '#contexts/identity/identity.public.js';
import { DemoSchoolLoader } from './demo-school.js';
import { Doors } from './door.js';
import { PastJobs } from './past-jobs.js';

@Module({ imports: [IdentityModule], providers: [DemoSchoolLoader, Doors, PastJobs] })
export class DemoModule {}
