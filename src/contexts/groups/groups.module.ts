import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupMembershipEntity } from './group-membership.entity.js';
import { GroupMembershipRepository } from './group-membership.repository.js';
import { GroupMembershipService } from './group-membership.service.js';
import { GroupController } from './group.controller.js';
import { GroupEntity } from './group.entity.js';
import { GroupRepository } from './group.repository.js';
import { GroupService } from './group.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([GroupEntity, GroupMembershipEntity])],
  controllers: [GroupController],
  providers: [GroupService, GroupRepository, GroupMembershipService, GroupMembershipRepository],
})
export class GroupsModule {}
