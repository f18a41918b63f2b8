import { Controller } from '@nestjs/common';
import { type AtDoor, Door, DoorRequest } from '#kernel/operations';
import { SignedIn } from '../proof/signed-in.dto.js';
import { PasskeyDoorService } from './passkey-door.service.js';
import { SignInOptions, SignInOptionsRequest, SignInWithPasskeyRequest } from './passkey.dto.js';

@Controller()
export class PasskeyDoorController {
  constructor(private readonly doors: PasskeyDoorService) {}

  @Door({ path: 'sign-in/passkeys/options', status: 200, body: SignInOptionsRequest })
  options(@DoorRequest() request: AtDoor<SignInOptionsRequest>): Promise<SignInOptions> {
    return this.doors.options(request.now);
  }

  @Door({ path: 'sign-in/passkeys', status: 201, body: SignInWithPasskeyRequest })
  signIn(@DoorRequest() request: AtDoor<SignInWithPasskeyRequest>): Promise<SignedIn> {
    return this.doors.signIn(request);
  }
}
