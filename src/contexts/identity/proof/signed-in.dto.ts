import { ORGANIZATION_ROLES } from '#kernel/access';
import { Instant, Nested, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';

class SignedInMember {
  @Uuid({ description: 'Member identifier' }) id: string;
  @Text({ description: "The member's name", example: 'Ada Lovelace' }) name: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' }) role: string;
}

class SignedInOrganization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: "The organization's name", example: 'North Academy' }) name: string;
}

/** The answer to a proof. */
export class SignedIn {
  @Text({
    description: 'The key of the sign-in, for the header x-api-key; returned only once',
    example: 'dsignin_AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZ',
  })
  key: string;

  @Uuid({ description: 'Sign-in identifier' }) signInId: string;
  @Instant({ description: 'Latest expiry time, UTC' }) expiresAt: string;
  @Nested(() => SignedInMember) member: SignedInMember;
  @Nested(() => SignedInOrganization) organization: SignedInOrganization;

  @WholeNumber({
    description: "Other active passkeys of the member: one that they do not know may be somebody else's",
    example: 1,
  })
  otherPasskeys: number;
}
