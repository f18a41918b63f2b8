import { ChoiceList, Instant, Nested, NestedObject, Text, Title, Uuid } from '#kernel/fields';
import { RegistrationResponseJson } from '../passkey/webauthn/credential.dto.js';
import { PasskeyCreationOptions } from '../passkey/webauthn/options.dto.js';

export class InvitationOptionsRequest {
  @Text({ min: 1, max: 200, description: 'The fragment of the link, without `#`' }) token: string;
}

export class UseInvitationRequest extends InvitationOptionsRequest {
  @NestedObject(() => RegistrationResponseJson, { description: 'What `navigator.credentials.create()` made' })
  passkey: RegistrationResponseJson;

  @Title({ min: 1, max: 100, optional: true, description: 'Name of the passkey', example: 'Phone' }) label?: string;
}

class Invited {
  @Uuid({ description: 'Identifier' }) id: string;
  @Text({ description: 'Name', example: 'Ada Lovelace' }) name: string;
}

export const INVITED_METHODS = ['passkey', 'identity_provider'] as const;
export type InvitedMethod = (typeof INVITED_METHODS)[number];

export class InvitationOptions {
  @Nested(() => Invited, { description: 'The organization' }) organization: Invited;
  @Nested(() => Invited, { description: 'The member' }) member: Invited;
  @Instant({ description: 'Expiry time of the invitation, UTC' }) expiresAt: string;

  @ChoiceList(INVITED_METHODS, { description: 'How the member can sign in', example: ['passkey'] })
  methods: InvitedMethod[];

  @Nested(() => PasskeyCreationOptions, {
    nullable: true,
    description: 'Options of `navigator.credentials.create()`; null unless a passkey is one of the methods',
  })
  passkey: PasskeyCreationOptions | null;
}
