import { Controller } from '@nestjs/common';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import type { CockpitMembersPage } from './cockpit-member.dto.js';
import { listCockpitMembers } from './cockpit-member.operations.js';
import { CockpitMemberService } from './cockpit-member.service.js';

@Controller()
export class CockpitMemberController {
  constructor(private readonly members: CockpitMemberService) {}

  @Operation(listCockpitMembers)
  list(scope: Scope, { params, query }: InputOf<typeof listCockpitMembers>): Promise<CockpitMembersPage> {
    return this.members.list(scope, params.cohortId, query);
  }
}
