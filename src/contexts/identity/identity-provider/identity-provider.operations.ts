import { administrators, owners } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Flag, Text } from '#kernel/fields';
import { declareRead, declareWrite } from '#kernel/operations';
import { IdentityProvider, SetIdentityProviderRequest } from './identity-provider.dto.js';

class ProviderChanged {
  @Text() issuer: string;
  @Flag() required: boolean;
}

class ProviderRemoved extends ProviderChanged {}

export const providerChanged = declareEvent(
  'identity_provider.changed',
  'The identity provider was set or changed.',
  ProviderChanged,
);
export const providerRemoved = declareEvent(
  'identity_provider.removed',
  'The identity provider was removed.',
  ProviderRemoved,
);

export const neverSignedIn = refusal(
  'no_sign_in_by_issuer',
  'Nobody has signed in by this issuer so far: `required` could lock everybody out.',
);

const NONE = 'The organization has no identity provider.';

const provider = {
  path: '/identity-provider',
  tag: 'Sign-in',
  permission: 'admin',
  response: IdentityProvider,
} as const;

const change = { ...provider, access: owners, targetType: 'identity_provider', recentSignIn: 'always' } as const;

export const readIdentityProvider = declareRead({
  ...provider,
  name: 'read_identity_provider',
  summary: 'Retrieve the identity provider',
  description: 'With the result of the last check of its metadata and keys; the client secret is never returned.',
  access: administrators,
  refusals: { 404: NONE },
});

export const setIdentityProvider = declareWrite({
  ...change,
  name: 'set_identity_provider',
  method: 'PUT',
  summary: 'Set the identity provider',
  description:
    'An OpenID provider at which the members sign in, by the authorization code flow. Its metadata and keys are read after ' +
    'each change, then daily, and hourly while it is failing. Another issuer ends the links and sign-ins of the former one. ' +
    'When `required` is switched on, sign-ins that were made otherwise end, but for those of OWNERs; API keys stay.',
  body: SetIdentityProviderRequest,
  event: providerChanged,
  refusals: {
    400: 'A field is invalid, or the issuer is no https URL, has a query or fragment, or may not be requested.',
  },
  reasons: [neverSignedIn],
});

export const removeIdentityProvider = declareWrite({
  ...change,
  name: 'remove_identity_provider',
  method: 'DELETE',
  summary: 'Remove the identity provider',
  description: 'Returns what was removed. All links to it and sign-ins by it end, and so does `required`.',
  event: providerRemoved,
  refusals: { 404: NONE },
});
