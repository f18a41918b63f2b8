import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { endMemberSignIns, endMySignIn, listMySignIns, listSignIns } from './sign-in.operations.js';
import { SignInService } from './sign-in.service.js';

@Controller()
export class SignInController {
  constructor(private readonly signIns: SignInService) {}

  @Operation(listMySignIns)
  listMine(scope: Scope, { query }: InputOf<typeof listMySignIns>) {
    return this.signIns.listMine(scope, query);
  }

  @Operation(endMySignIn)
  endMine(uow: UnitOfWork, { params }: InputOf<typeof endMySignIn>) {
    return this.signIns.endMine(uow, params.signInId);
  }

  @Operation(listSignIns)
  list(scope: Scope, { query }: InputOf<typeof listSignIns>) {
    return this.signIns.list(scope, query);
  }

  @Operation(endMemberSignIns)
  endOfMember(uow: UnitOfWork, { params }: InputOf<typeof endMemberSignIns>) {
    return this.signIns.endOfMember(uow, params.memberId);
  }
}
