import { ORGANIZATION_ROLES } from '#kernel/access';
import { Instant, Nested, NestedList, OneOf, Text, TextList, Uuid, WholeNumber } from '#kernel/fields';
import { EmailAddress } from '../account/email.js';
import { Responsibility } from '../responsibility/responsibility.dto.js';

export class MyOrganization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: "The organization's name", example: 'North Academy' }) name: string;
}

export class MyMembership {
  @Uuid({ description: 'Member identifier' }) id: string;
  @Uuid({ description: 'The account, shared by all memberships of the person' }) accountId: string;
  @Text({ description: 'Display name in the organization', example: 'Ada Lovelace' }) name: string;
  @EmailAddress({ description: "The account's e-mail address, in lower case" }) email: string;
  @OneOf(ORGANIZATION_ROLES, { description: 'Role in the organization', example: 'MEMBER' }) role: string;
}

export class MyApiKey {
  @Uuid({ description: 'API key identifier' }) id: string;
  @Text({ description: 'What the key is for', example: 'Student information system' }) name: string;

  @Text({
    description: 'The first characters of the key, which are not secret',
    example: 'dsk_AZjF0nsefE-dOl8Oayow',
  })
  prefix: string;

  @TextList(() => undefined, { description: 'Scopes; see the creation of a key', example: ['mcp:manage'] })
  scopes: string[];

  @Instant({ nullable: true, description: 'Expiry time, UTC; null means no expiry' }) expiresAt: string | null;
}

export class Me {
  @Nested(() => MyOrganization) organization: MyOrganization;
  @Nested(() => MyMembership) member: MyMembership;
  @NestedList(() => Responsibility, { description: 'Current responsibilities, newest first; none for a session key' })
  responsibilities: Responsibility[];
  @Nested(() => MyApiKey, {
    description:
      'The key that the request was sent with. For a session key: id and prefix of the API key that made it, the name ' +
      '`Session key`, and the scopes and the expiry time of the session',
  })
  apiKey: MyApiKey;

  @WholeNumber({ min: 0, description: 'Enrollments of the person, of former memberships too', example: 1 })
  enrollmentCount: number;
}
