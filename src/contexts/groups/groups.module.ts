import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GroupMembershipEntity } from './group-membership/group-membership.entity.js';
import { GroupMembershipRepository } from './group-membership/group-membership.repository.js';
import { GroupMembershipService } from './group-membership/group-membership.service.js';
import { GroupController } from './group/group.controller.js';
import { GroupEntity } from './group/group.entity.js';
import { GroupRepository } from './group/group.repository.js';
import { GroupService } from './group/group.service.js';

@Module({
  imports: [TypeOrmModule.forFeature([GroupEntity, GroupMembershipEntity])],
  controllers: [GroupController],
  providers: [GroupService, GroupRepository, GroupMembershipService, GroupMembershipRepository],
})
export class GroupsModule {}
