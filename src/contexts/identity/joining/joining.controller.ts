import { Controller } from '@nestjs/common';
import { type AtDoor, Door, DoorRequest } from '#kernel/operations';
import { SignedIn } from '../proof/signed-in.dto.js';
import { InvitationOptions, InvitationOptionsRequest, UseInvitationRequest } from './joining.dto.js';
import { JoiningService } from './joining.service.js';

@Controller()
export class JoiningController {
  constructor(private readonly doors: JoiningService) {}

  @Door({ path: 'sign-in/invitations/options', status: 200, body: InvitationOptionsRequest })
  options(@DoorRequest() request: AtDoor<InvitationOptionsRequest>): Promise<InvitationOptions> {
    return this.doors.options(request);
  }

  @Door({ path: 'sign-in/invitations', status: 201, body: UseInvitationRequest })
  use(@DoorRequest() request: AtDoor<UseInvitationRequest>): Promise<SignedIn> {
    return this.doors.use(request);
  }
}
