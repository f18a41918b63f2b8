import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { addMember, changeMemberRole, detachMember, getMember, listMembers } from './member.operations.js';
import { MemberService } from './member.service.js';

@Controller()
export class MemberController {
  constructor(private readonly members: MemberService) {}

  @Operation(listMembers)
  list(scope: Scope, { query }: InputOf<typeof listMembers>) {
    return this.members.list(scope, query);
  }

  @Operation(getMember)
  get(scope: Scope, { params }: InputOf<typeof getMember>) {
    return this.members.get(scope, params.memberId);
  }

  @Operation(addMember)
  add(uow: UnitOfWork, { body }: InputOf<typeof addMember>) {
    return this.members.add(uow, body);
  }

  @Operation(changeMemberRole)
  change(uow: UnitOfWork, { params, body }: InputOf<typeof changeMemberRole>) {
    return this.members.change(uow, params.memberId, body);
  }

  @Operation(detachMember)
  detach(uow: UnitOfWork, { params }: InputOf<typeof detachMember>) {
    return this.members.detach(uow, params.memberId);
  }
}
