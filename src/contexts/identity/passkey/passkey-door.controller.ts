import { Controller } from '@nestjs/common';
import { type AtDoor, Door, DoorRequest } from '#kernel/operations';
import { SignedIn } from '../proof/signed-in.dto.js';
import { PasskeyDoorService } from './passkey-door.service.js';
import { SignInOptions, SignInOptionsRequest, SignInWithPasskeyRequest } from './passkey.dto.js';

@Controller()
export class PasskeyDoorController {
  constructor(private readonly doors: PasskeyDoorService) {}

  @Door({
    name: 'create_sign_in_options',
    path: 'sign-in/passkeys/options',
    status: 200,
    summary: 'Start to sign in with a passkey',
    description: 'Returns the options of `navigator.credentials.get()`, whose challenge is good for five minutes.',
    body: SignInOptionsRequest,
    response: SignInOptions,
  })
  options(@DoorRequest() request: AtDoor<SignInOptionsRequest>): Promise<SignInOptions> {
    return this.doors.options(request.now);
  }

  @Door({
    name: 'sign_in_with_passkey',
    path: 'sign-in/passkeys',
    status: 201,
    summary: 'Sign in with a passkey',
    description:
      'The passkey names the organization and the member. Where the identity provider is required, OWNERs only.',
    body: SignInWithPasskeyRequest,
    response: SignedIn,
  })
  signIn(@DoorRequest() request: AtDoor<SignInWithPasskeyRequest>): Promise<SignedIn> {
    return this.doors.signIn(request);
  }
}
