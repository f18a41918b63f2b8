import { Module } from '@nestjs/common';
import { IdentityModule } from '#contexts/identity/identity.public.js';
import { DemoSchoolLoader } from './demo-school.js';
import { Doors } from './door.js';

@Module({ imports: [IdentityModule], providers: [DemoSchoolLoader, Doors] })
export class DemoModule {}
