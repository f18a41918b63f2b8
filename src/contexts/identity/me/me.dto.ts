import { PickType } from '@nestjs/swagger';
import { Nested, NestedList, Text, TextList, Uuid, WholeNumber } from '#kernel/fields';
import { ApiKey } from '../api-key/api-key.dto.js';
import { Member } from '../member/member.dto.js';
import { Responsibility } from '../responsibility/responsibility.dto.js';

export class MyOrganization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: "The organization's name", example: 'North Academy' }) name: string;
}

export class MyMembership extends PickType(Member, ['id', 'accountId', 'email', 'name', 'role']) {}

export class MyApiKey extends PickType(ApiKey, ['id', 'name', 'prefix', 'expiresAt']) {
  @TextList(() => undefined, { description: 'Scopes; see the creation of a key', example: ['mcp:manage'] })
  scopes: string[];
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
