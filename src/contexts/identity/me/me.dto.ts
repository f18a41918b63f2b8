import { PickType } from '@nestjs/swagger';
import { Nested, NestedList, Text, TextList, Uuid, WholeNumber } from '#kernel/fields';
import { ApiKey } from '../api-key/api-key.dto.js';
import { Member } from '../member/member.dto.js';
import { MySignIn } from '../sign-in/sign-in.dto.js';
import { Responsibility } from '../responsibility/responsibility.dto.js';

export class MyOrganization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: "The organization's name", example: 'North Academy' }) name: string;

  @Text({
    nullable: true,
    description: 'The name by which its people find its identity provider; null if it has none',
    example: 'north-academy',
  })
  signInName: string | null;
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
    nullable: true,
    description:
      'The key that the request was sent with; null for a sign-in. For a session key: id and prefix of the API key that made it, the name ' +
      '`Session key`, and the scopes and the expiry time of the session',
  })
  apiKey: MyApiKey | null;

  @Nested(() => MySignIn, { nullable: true, description: 'The sign-in that the request was sent in; null for a key' })
  signIn: MySignIn | null;

  @WholeNumber({ min: 0, description: 'Enrollments of the person, of former memberships too', example: 1 })
  enrollmentCount: number;
}
