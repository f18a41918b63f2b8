import { PatchOf, Shown, Text, Title, Uuid, WholeNumber } from '#kernel/fields';

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

export class Organization {
  @Uuid({ description: 'Organization identifier' }) id: string;
  @Text({ description: 'Name', example: 'North Academy' }) name: string;
  @Shown(OrganizationSettings, 'reviewDueHours') reviewDueHours: number | null;
}
