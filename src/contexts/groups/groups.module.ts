import { Module } from '@nestjs/common';
import { GroupMembershipRepository } from './group-membership.repository.js';
import { GroupMembershipService } from './group-membership.service.js';
import { GroupController } from './group.controller.js';
import { GroupService } from './group.service.js';

@Module({
  controllers: [GroupController],
  providers: [GroupService, GroupMembershipService, GroupMembershipRepository],
})
export class GroupsModule {}
