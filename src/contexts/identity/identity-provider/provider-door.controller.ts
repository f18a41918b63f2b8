import { Controller } from '@nestjs/common';
import { type AtDoor, Door, DoorRequest } from '#kernel/operations';
import type { SignedIn } from '../proof/signed-in.dto.js';
import { FinishSignInRequest, type StartedSignIn, StartSignInRequest } from './provider-sign-in.dto.js';
import { ProviderSignInService } from './provider-sign-in.service.js';

@Controller()
export class ProviderDoorController {
  constructor(private readonly signIns: ProviderSignInService) {}

  /** Nothing is stored. The sign-in is finished within ten minutes, on the page that has the secret. */
  @Door({ path: 'sign-in/identity/start', status: 200, body: StartSignInRequest })
  start(@DoorRequest() request: AtDoor<StartSignInRequest>): Promise<StartedSignIn> {
    return this.signIns.start(request);
  }

  @Door({ path: 'sign-in/identity/finish', status: 201, body: FinishSignInRequest })
  finish(@DoorRequest() request: AtDoor<FinishSignInRequest>): Promise<SignedIn> {
    return this.signIns.finish(request);
  }
}
