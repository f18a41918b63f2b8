import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { bulkInvite, inviteMember, listInvitations, revokeInvitation } from './invitation.operations.js';
import { InvitationService } from './invitation.service.js';

@Controller()
export class InvitationController {
  constructor(private readonly invitations: InvitationService) {}

  @Operation(listInvitations)
  list(scope: Scope, { query }: InputOf<typeof listInvitations>) {
    return this.invitations.list(scope, query);
  }

  @Operation(inviteMember)
  invite(uow: UnitOfWork, { params, body }: InputOf<typeof inviteMember>) {
    return this.invitations.invite(uow, params.memberId, body);
  }

  @Operation(bulkInvite)
  inviteAll(uow: UnitOfWork, { body }: InputOf<typeof bulkInvite>) {
    return this.invitations.inviteAll(uow, body);
  }

  @Operation(revokeInvitation)
  revoke(uow: UnitOfWork, { params }: InputOf<typeof revokeInvitation>) {
    return this.invitations.revoke(uow, params.invitationId);
  }
}
