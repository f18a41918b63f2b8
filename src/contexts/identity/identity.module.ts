import { Module } from '@nestjs/common';
import { ApiKeyController } from './api-key/api-key.controller.js';
import { ApiKeyRepository } from './api-key/api-key.repository.js';
import { ApiKeyService } from './api-key/api-key.service.js';
import { ApiUsageController } from './api-usage/api-usage.controller.js';
import { ApiUsageService } from './api-usage/api-usage.service.js';
import { InvitationCommandService } from './invitation/invitation-command.service.js';
import { InvitationController } from './invitation/invitation.controller.js';
import { InvitationService } from './invitation/invitation.service.js';
import { JoiningController } from './joining/joining.controller.js';
import { JoiningService } from './joining/joining.service.js';
import { KeyLineageRepository } from './member/key-lineage.repository.js';
import { MeController } from './me/me.controller.js';
import { MeService } from './me/me.service.js';
import { MemberController } from './member/member.controller.js';
import { MemberWordsFill } from './member/member-words-fill.js';
import { MemberObservers } from './member/member-observers.js';
import { MemberRepository } from './member/member.repository.js';
import { MemberService } from './member/member.service.js';
import { OrganizationService } from './organization/organization.service.js';
import { OrganizationSettingsController } from './organization/organization-settings.controller.js';
import { OrganizationSettingsService } from './organization/organization-settings.service.js';
import { MemberPasskeysService } from './passkey/member-passkeys.service.js';
import { PasskeyController } from './passkey/passkey.controller.js';
import { PasskeyDoorController } from './passkey/passkey-door.controller.js';
import { PasskeyDomains } from './passkey/passkey-domains.js';
import { PasskeyDoorService } from './passkey/passkey-door.service.js';
import { PasskeyService } from './passkey/passkey.service.js';
import { ResponsibilityController } from './responsibility/responsibility.controller.js';
import { ResponsibilityRepository } from './responsibility/responsibility.repository.js';
import { ResponsibilityService } from './responsibility/responsibility.service.js';
import { ExternalIdentityService } from './identity-provider/external-identity.service.js';
import { IdentityProviderController } from './identity-provider/identity-provider.controller.js';
import { IdentityProviderService } from './identity-provider/identity-provider.service.js';
import { Discovery } from './identity-provider/openid/discovery.js';
import { KeySets } from './identity-provider/openid/key-sets.js';
import { ProviderClient } from './identity-provider/openid/provider-client.js';
import { SignInStates } from './identity-provider/openid/sign-in-state.js';
import { ProviderDoorController } from './identity-provider/provider-door.controller.js';
import { ProviderJob } from './identity-provider/provider.job.js';
import { ProviderSignInService } from './identity-provider/provider-sign-in.service.js';
import { Recognition } from './identity-provider/recognition.js';
import { ProofSweep } from './proof/used-proofs.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { SignInService } from './sign-in/sign-in.service.js';
import { SignIns } from './proof/sign-ins.js';

@Module({
  controllers: [
    MeController,
    MemberController,
    ApiKeyController,
    ApiUsageController,
    ResponsibilityController,
    OrganizationSettingsController,
    SignInController,
    InvitationController,
    PasskeyController,
    JoiningController,
    PasskeyDoorController,
    IdentityProviderController,
    ProviderDoorController,
  ],
  providers: [
    OrganizationService,
    OrganizationSettingsService,
    MeService,
    MemberService,
    MemberObservers,
    MemberRepository,
    MemberWordsFill,
    ApiKeyService,
    ApiUsageService,
    ApiKeyRepository,
    KeyLineageRepository,
    ResponsibilityService,
    ResponsibilityRepository,
    SignIns,
    SignInService,
    ProofSweep,
    InvitationService,
    InvitationCommandService,
    JoiningService,
    PasskeyService,
    MemberPasskeysService,
    PasskeyDoorService,
    PasskeyDomains,
    IdentityProviderService,
    ExternalIdentityService,
    Discovery,
    KeySets,
    ProviderClient,
    SignInStates,
    ProviderJob,
    ProviderSignInService,
    Recognition,
  ],
  exports: [OrganizationService, InvitationCommandService, MemberObservers],
})
export class IdentityModule {}
