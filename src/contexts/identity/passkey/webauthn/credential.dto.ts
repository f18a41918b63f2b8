import { Field, isPlainObject, NestedObject, OneOf, Text, TextList, WholeNumber } from '#kernel/fields';
import { Base64Url } from './base64url.js';

/** 1,023 bytes, the longest credential id of WebAuthn. */
const CREDENTIAL_ID = { max: 1364 };

/** Fields that `toJSON()` returns and that the service does not use. */
const UNUSED = { optional: true, nullable: true, description: 'Not used' } as const;

/** The fields of a credential that WebAuthn's `toJSON()` returns; further ones are ignored. */
class CredentialJson {
  @Base64Url({ ...CREDENTIAL_ID, description: 'Credential id' }) id: string;
  @Base64Url({ ...CREDENTIAL_ID, description: 'The same as `id`' }) rawId: string;
  @OneOf(['public-key'], { description: 'Kind of credential' }) type: string;
  @Text({ ...UNUSED, max: 50, example: 'platform' }) authenticatorAttachment?: string | null;

  @Field({ type: 'object', additionalProperties: true }, extensionIssue, UNUSED)
  clientExtensionResults?: object | null;
}

class AttestationResponseJson {
  @Base64Url({ max: 4_000, description: 'Client data of `webauthn.create`' }) clientDataJSON: string;
  @Base64Url({ max: 16_000, description: 'Attestation object' }) attestationObject: string;
  @TextList(transportIssue, { ...UNUSED, maxItems: 20, example: ['internal'] }) transports?: string[] | null;
  @Base64Url({ ...UNUSED, max: 8_000 }) authenticatorData?: string | null;
  @Base64Url({ ...UNUSED, max: 4_000 }) publicKey?: string | null;
  @WholeNumber({ ...UNUSED, min: -65_536, max: 0, example: -7 }) publicKeyAlgorithm?: number | null;
}

/** RegistrationResponseJSON of WebAuthn level 3. */
export class RegistrationResponseJson extends CredentialJson {
  @NestedObject(() => AttestationResponseJson, { description: 'AuthenticatorAttestationResponse' })
  response: AttestationResponseJson;
}

class AssertionResponseJson {
  @Base64Url({ max: 4_000, description: 'Client data of `webauthn.get`' }) clientDataJSON: string;
  @Base64Url({ max: 4_000, description: 'Authenticator data' }) authenticatorData: string;
  @Base64Url({ max: 1_000, description: 'Signature' }) signature: string;

  @Base64Url({
    max: 88,
    optional: true,
    nullable: true,
    description: 'user.id of the passkey; without it the sign-in fails',
  })
  userHandle?: string | null;
}

/** AuthenticationResponseJSON of WebAuthn level 3. */
export class AuthenticationResponseJson extends CredentialJson {
  @NestedObject(() => AssertionResponseJson, { description: 'AuthenticatorAssertionResponse' })
  response: AssertionResponseJson;
}

function extensionIssue(value: unknown): string | undefined {
  return isPlainObject(value) ? undefined : 'must be an object';
}

function transportIssue(value: unknown): string | undefined {
  return typeof value === 'string' && /^[ -~]{1,50}$/.test(value) ? undefined : 'must be 1 to 50 printable characters';
}
