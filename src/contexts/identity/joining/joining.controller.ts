import { Controller } from '@nestjs/common';
import { type AtDoor, Door, DoorRequest } from '#kernel/operations';
import { SignedIn } from '../proof/signed-in.dto.js';
import { InvitationOptions, InvitationOptionsRequest, UseInvitationRequest } from './joining.dto.js';
import { JoiningService } from './joining.service.js';

@Controller()
export class JoiningController {
  constructor(private readonly doors: JoiningService) {}

  @Door({
    name: 'create_invitation_options',
    path: 'sign-in/invitations/options',
    status: 200,
    summary: 'Open an invitation',
    description: 'Spends nothing: the link can be opened again until it is used or expires.',
    body: InvitationOptionsRequest,
    response: InvitationOptions,
  })
  options(@DoorRequest() request: AtDoor<InvitationOptionsRequest>): Promise<InvitationOptions> {
    return this.doors.options(request);
  }

  @Door({
    name: 'use_invitation',
    path: 'sign-in/invitations',
    status: 201,
    summary: 'Use an invitation',
    description: 'Makes a passkey of the member, and signs in. Once; a refused attempt does not use it up.',
    body: UseInvitationRequest,
    response: SignedIn,
  })
  use(@DoorRequest() request: AtDoor<UseInvitationRequest>): Promise<SignedIn> {
    return this.doors.use(request);
  }
}
