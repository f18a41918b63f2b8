import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountEntity } from './account.entity.js';
import { AccountRepository } from './account.repository.js';
import { ApiKeyController } from './api-key.controller.js';
import { ApiKeyEntity } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeyService } from './api-key.service.js';
import { MemberController } from './member.controller.js';
import { MemberEntity } from './member.entity.js';
import { MemberRepository } from './member.repository.js';
import { MemberService } from './member.service.js';
import { OrganizationEntity } from './organization.entity.js';
import { OrganizationService } from './organization.service.js';
import { ResponsibilityController } from './responsibility.controller.js';
import { ResponsibilityEntity } from './responsibility.entity.js';
import { ResponsibilityRepository } from './responsibility.repository.js';
import { ResponsibilityService } from './responsibility.service.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([OrganizationEntity, AccountEntity, MemberEntity, ApiKeyEntity, ResponsibilityEntity]),
  ],
  controllers: [MemberController, ApiKeyController, ResponsibilityController],
  providers: [
    OrganizationService,
    AccountRepository,
    MemberService,
    MemberRepository,
    ApiKeyService,
    ApiKeyRepository,
    ResponsibilityService,
    ResponsibilityRepository,
  ],
  exports: [OrganizationService],
})
export class IdentityModule {}
