import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { unlinkExternalIdentity } from './external-identity.operations.js';
import { ExternalIdentityService } from './external-identity.service.js';
import { readIdentityProvider, removeIdentityProvider, setIdentityProvider } from './identity-provider.operations.js';
import { IdentityProviderService } from './identity-provider.service.js';

@Controller()
export class IdentityProviderController {
  constructor(
    private readonly providers: IdentityProviderService,
    private readonly identities: ExternalIdentityService,
  ) {}

  @Operation(readIdentityProvider)
  read(scope: Scope) {
    return this.providers.read(scope);
  }

  @Operation(setIdentityProvider)
  set(uow: UnitOfWork, { body }: InputOf<typeof setIdentityProvider>) {
    return this.providers.set(uow, body);
  }

  @Operation(removeIdentityProvider)
  remove(uow: UnitOfWork) {
    return this.providers.remove(uow);
  }

  @Operation(unlinkExternalIdentity)
  unlink(uow: UnitOfWork, { params }: InputOf<typeof unlinkExternalIdentity>) {
    return this.identities.unlink(uow, params.memberId);
  }
}
