import { PatchOf, Pattern, Shown, Text, Title, Uuid, WholeNumber } from '#kernel/fields';

class OrganizationSettings {
  @Title({ min: 2, max: 100, description: 'Name', example: 'North Academy' }) name: string;

  @WholeNumber({
    nullable: true,
    max: 720,
    description: 'Hours after which a review is overdue; null: those of the service',
    example: 48,
  })
  reviewDueHours: number | null;
}

export class UpdateOrganizationRequest extends PatchOf(OrganizationSettings) {}

const SIGN_IN_NAME = {
  description: 'The name by which its people find it when they sign in',
  example: 'north-academy',
};

export class SetSignInNameRequest {
  @Pattern(/^(?=.{3,40}$)[a-z0-9]+(-[a-z0-9]+)*$/, {
    ...SIGN_IN_NAME,
    issue: 'must have 3 to 40 characters: a-z, 0-9, and single hyphens within',
  })
  name: string;
}

export class OrganizationSignInName {
  @Text(SIGN_IN_NAME) signInName: string;
}

export class Organization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: 'Name', example: 'North Academy' }) name: string;
  @Shown(OrganizationSettings, 'reviewDueHours') reviewDueHours: number | null;
}
