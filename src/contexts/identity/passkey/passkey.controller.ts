import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import {
  addMyPasskey,
  createMyPasskeyOptions,
  listMyPasskeys,
  removeMemberPasskeys,
  removeMyPasskey,
  updateMyPasskey,
} from './passkey.operations.js';
import { PasskeyService } from './passkey.service.js';
import { MemberPasskeysService } from './member-passkeys.service.js';

@Controller()
export class PasskeyController {
  constructor(
    private readonly passkeys: PasskeyService,
    private readonly ofMembers: MemberPasskeysService,
  ) {}

  @Operation(listMyPasskeys)
  listMine(scope: Scope, { query }: InputOf<typeof listMyPasskeys>) {
    return this.passkeys.listMine(scope, query);
  }

  @Operation(createMyPasskeyOptions)
  createOptions(scope: Scope) {
    return this.passkeys.createOptions(scope);
  }

  @Operation(addMyPasskey)
  add(uow: UnitOfWork, { body }: InputOf<typeof addMyPasskey>) {
    return this.passkeys.add(uow, body);
  }

  @Operation(updateMyPasskey)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateMyPasskey>) {
    return this.passkeys.update(uow, params.passkeyId, body);
  }

  @Operation(removeMyPasskey)
  remove(uow: UnitOfWork, { params }: InputOf<typeof removeMyPasskey>) {
    return this.passkeys.remove(uow, params.passkeyId);
  }

  @Operation(removeMemberPasskeys)
  removeOfMember(uow: UnitOfWork, { params, body }: InputOf<typeof removeMemberPasskeys>) {
    return this.ofMembers.remove(uow, params.memberId, body.reason);
  }
}
