import { Flag, Nested, NestedList, OneOf, Text, TextList, WholeNumber } from '#kernel/fields';

const CHALLENGE = {
  description: 'Random, good for five minutes and for one use',
  example: 'kq3xR0Jm8vYb1tTn5cPzWgGTc5WJ8C0WkYy2xw4m0fYd6nE8cQ2rK7uHq1ZsVbLtX9aGdJ4eMpNo',
};

class CredentialDescriptor {
  @Text({ description: 'Credential id', example: 'mTzXs0bGf6dWqKx1Yc3vNQ' }) id: string;
  @OneOf(['public-key'], { description: 'Kind of credential' }) type: string;
}

class RelyingPartyEntity {
  @Text({ description: 'Domain of the passkey', example: 'learn.example.com' }) id: string;
  @Text({ description: 'Name of the organization', example: 'North Academy' }) name: string;
}

class UserEntity {
  @Text({
    description: 'User handle: the ids of organization and member',
    example: 'AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIo',
  })
  id: string;

  @Text({ description: 'Name of the member and of the organization', example: 'Ada Lovelace · North Academy' })
  name: string;

  @Text({ description: 'Name of the member', example: 'Ada Lovelace' }) displayName: string;
}

class CredentialParameter {
  @OneOf(['public-key'], { description: 'Kind of credential' }) type: string;
  @WholeNumber({ min: -257, max: -7, description: 'COSE algorithm: ES256, EdDSA or RS256', example: -7 }) alg: number;
}

class AuthenticatorSelection {
  @OneOf(['required'], { description: 'The passkey is discoverable' }) residentKey: string;
  @Flag({ description: 'The same, for level 1 of WebAuthn' }) requireResidentKey: boolean;
  @OneOf(['required'], { description: 'The authenticator verifies the person' }) userVerification: string;
}

class CreationExtensions {
  @Flag({ description: 'Asks whether the passkey is discoverable' }) credProps: boolean;
}

/** PublicKeyCredentialCreationOptionsJSON of WebAuthn level 3. */
export class PasskeyCreationOptions {
  @Text(CHALLENGE) challenge: string;
  @Nested(() => RelyingPartyEntity, { description: 'Relying party' }) rp: RelyingPartyEntity;
  @Nested(() => UserEntity, { description: 'The member' }) user: UserEntity;
  @NestedList(() => CredentialParameter, { description: 'Preferred first' }) pubKeyCredParams: CredentialParameter[];
  @WholeNumber({ description: 'Milliseconds', example: 300_000 }) timeout: number;
  @OneOf(['none'], { description: 'No attestation is asked for' }) attestation: string;

  @NestedList(() => CredentialDescriptor, { description: "The member's active passkeys" })
  excludeCredentials: CredentialDescriptor[];

  @Nested(() => AuthenticatorSelection, { description: 'What is asked of the authenticator' })
  authenticatorSelection: AuthenticatorSelection;

  @Nested(() => CreationExtensions, { description: 'Extensions' }) extensions: CreationExtensions;
  @TextList(() => undefined, { description: 'Kinds of authenticators to suggest: none', example: [] }) hints: string[];
}

/** PublicKeyCredentialRequestOptionsJSON of WebAuthn level 3. */
export class PasskeyRequestOptions {
  @Text(CHALLENGE) challenge: string;
  @Text({ description: 'Domain of the passkeys', example: 'learn.example.com' }) rpId: string;
  @WholeNumber({ description: 'Milliseconds', example: 300_000 }) timeout: number;
  @OneOf(['required'], { description: 'The authenticator verifies the person' }) userVerification: string;

  @NestedList(() => CredentialDescriptor, { description: 'Empty: the person chooses among the passkeys of the domain' })
  allowCredentials: CredentialDescriptor[];
}
