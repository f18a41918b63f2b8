import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listCockpitMembers } from './cockpit-member.operations.js';
import { CockpitMemberService } from './cockpit-member.service.js';

@Controller()
export class CockpitMemberController {
  constructor(private readonly members: CockpitMemberService) {}

  @Operation(listCockpitMembers)
  list(scope: Scope, { params, query }: InputOf<typeof listCockpitMembers>) {
    return this.members.list(scope, params.cohortId, query);
  }
}
