import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { Flag, Instant, OneOf, Shown, Text, TextList, Title, toResource, unchecked } from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import { normalizedEmail } from '../account/email.js';
import { type IdentityProviderEntity, PROVIDER_STATUSES } from './identity-provider.entity.js';
import { PROVIDER_ERRORS } from './openid/provider-failure.js';

const DOMAIN = /^[^\s\p{C}@.<>"(),;:\\]+(\.[^\s\p{C}@.<>"(),;:\\]+)+$/u;
const MAX_DOMAIN_LENGTH = 253;

function domainIssue(value: unknown): string | undefined {
  const isDomain = typeof value === 'string' && value.length <= MAX_DOMAIN_LENGTH && DOMAIN.test(value);
  return isDomain ? undefined : 'must be a domain, like school.example';
}

/** Domains as those of stored addresses, each once. */
const folded = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...new Set(value.map((domain: unknown) => (typeof domain === 'string' ? normalizedEmail(domain) : domain)))]
    : value;

function Domains(options: Parameters<typeof TextList>[1]): PropertyDecorator {
  return applyDecorators(
    TextList(domainIssue, options),
    Transform(({ value }: { value: unknown }) => folded(value), { toClassOnly: true }),
  );
}

class ProviderFields {
  @Text({
    min: 1,
    max: 2000,
    description: 'The issuer identifier, as it stands in the metadata of the provider: an https URL without query',
    example: 'https://id.school.example',
  })
  issuer: string;

  @Title({ min: 1, max: 200, description: 'The client id of the service there', example: 'delivery-service' })
  clientId: string;

  @Domains({
    minItems: 1,
    maxItems: 20,
    description:
      'A member of role MEMBER is recognized once by an e-mail address that the provider has verified, if its domain is ' +
      'one of these; subdomains do not count',
    example: ['school.example'],
  })
  emailDomains: string[];
}

export class SetIdentityProviderRequest extends ProviderFields {
  @Text({
    min: 1,
    max: 1000,
    optional: true,
    description:
      'Never returned. Omitted: kept for the same issuer and clientId, otherwise the service is a public client',
    example: 'secret-of-the-client',
  })
  clientSecret?: string;

  @Flag({
    optional: true,
    description: 'Whether members other than OWNERs can sign in there only; false by default',
    example: false,
  })
  required?: boolean;
}

export class IdentityProvider {
  @Shown(ProviderFields, 'issuer') issuer: string;
  @Shown(ProviderFields, 'clientId') clientId: string;

  @TextList(unchecked, {
    description: 'Domains of the addresses by which members are recognized',
    example: ['school.example'],
  })
  emailDomains: string[];
  @Flag({ description: 'Whether members other than OWNERs can sign in there only' }) required: boolean;

  @Text({
    description:
      'The redirect URI to register at the provider. Pages with a returnUrl have their own, which ends alike',
    example: 'https://api.example.com/console/signed-in/018f3c1e-0000-7000-8000-000000000000',
  })
  redirectUri: string;

  @OneOf(PROVIDER_STATUSES, { description: 'People can sign in only while active' }) status: string;
  @OneOf(PROVIDER_ERRORS, { nullable: true, description: 'Why it is failing', example: null }) lastError: string | null;
  @Instant({ nullable: true, description: 'Last sign-in by this issuer, UTC' }) lastSignInAt: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

export function toIdentityProvider(row: NewRow<IdentityProviderEntity>, redirectUri: string): IdentityProvider {
  return toResource(IdentityProvider, { ...row, redirectUri });
}
