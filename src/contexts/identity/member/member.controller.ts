import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { ChangedMember, Member } from './member.dto.js';
import { addMember, changeMemberRole, detachMember, getMember, listMembers } from './member.operations.js';
import { MemberService } from './member.service.js';

@Controller()
export class MemberController {
  constructor(private readonly members: MemberService) {}

  @Operation(listMembers)
  list(scope: Scope, { query }: InputOf<typeof listMembers>): Promise<Page<Member>> {
    return this.members.list(scope, query);
  }

  @Operation(getMember)
  get(scope: Scope, { params }: InputOf<typeof getMember>): Promise<Member> {
    return this.members.get(scope, params.memberId);
  }

  @Operation(addMember)
  add(uow: UnitOfWork, { body }: InputOf<typeof addMember>): Promise<Member> {
    return this.members.add(uow, body);
  }

  @Operation(changeMemberRole)
  change(uow: UnitOfWork, { params, body }: InputOf<typeof changeMemberRole>): Promise<ChangedMember> {
    return this.members.change(uow, params.memberId, body);
  }

  @Operation(detachMember)
  detach(uow: UnitOfWork, { params }: InputOf<typeof detachMember>): Promise<ChangedMember> {
    return this.members.detach(uow, params.memberId);
  }
}
