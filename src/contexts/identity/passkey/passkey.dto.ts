import {
  Flag,
  Instant,
  Nested,
  NestedObject,
  OneOf,
  PatchOf,
  Shown,
  Text,
  Title,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { PASSKEY_STATUSES, type PasskeyStatus } from './passkey.entity.js';
import { RegistrationResponseJson } from './webauthn/credential.dto.js';
import { PasskeyCreationOptions, PasskeyRequestOptions } from './webauthn/options.dto.js';
import { AuthenticationResponseJson } from './webauthn/credential.dto.js';

class NamedPasskey {
  @Title({ min: 1, max: 100, description: 'Name of the passkey', example: 'Phone' }) label: string;
}

export class AddMyPasskeyRequest extends NamedPasskey {
  @NestedObject(() => RegistrationResponseJson, { description: 'What `navigator.credentials.create()` made' })
  passkey: RegistrationResponseJson;
}

export class UpdateMyPasskeyRequest extends PatchOf(NamedPasskey) {}

export class RemoveMemberPasskeysRequest {
  @Text({ min: 1, max: 500, trim: true, description: 'Why', example: 'The phone was stolen' }) reason: string;
}

export class MyPasskeysQuery extends PageQuery {}

export class Passkey {
  @Uuid({ description: 'Passkey identifier' }) id: string;
  @Shown(NamedPasskey, 'label') label: string;
  @Text({ description: 'Domain of the pages on which it works', example: 'learn.example.com' }) domain: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
  @Instant({ nullable: true, description: 'Day of the last sign-in with it, UTC', example: null }) lastUsedDay:
    string | null;
  @Flag({ description: 'Whether it is on other devices of the person, too' }) backedUp: boolean;
  @OneOf(PASSKEY_STATUSES, { description: 'A removed one lets nobody in' }) status: PasskeyStatus;
}

export class MyPasskeyOptions {
  @Nested(() => PasskeyCreationOptions, { description: 'Options of `navigator.credentials.create()`' })
  options: PasskeyCreationOptions;
}

export class RemovedPasskeys {
  @WholeNumber({ description: 'How many passkeys it removed', example: 1 }) removed: number;
  @WholeNumber({ description: 'How many sign-ins it ended', example: 2 }) endedSignIns: number;
}

export class SignInOptionsRequest {}

export class SignInOptions {
  @Nested(() => PasskeyRequestOptions, { description: 'Options of `navigator.credentials.get()`' })
  options: PasskeyRequestOptions;
}

export class SignInWithPasskeyRequest {
  @NestedObject(() => AuthenticationResponseJson, { description: 'What `navigator.credentials.get()` returned' })
  assertion: AuthenticationResponseJson;
}
