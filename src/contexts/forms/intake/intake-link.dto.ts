import { Instant, OneOf, ServiceAddress, Title, toResource, Uuid, WebAddress, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { mintedAddress } from '#kernel/operations';
import type { NewRow } from '#kernel/persistence';
import { INTAKE_LINK_STATUSES, statusOfLink, type IntakeLinkEntity } from './intake-link.entity.js';

const NAME = { min: 1, max: 100, description: 'Name, for the staff', example: 'Open evening in May' };

export class CreateIntakeLinkRequest {
  @Title(NAME) name: string;
  @Uuid({ optional: true, description: 'By default the newest version' }) formVersionId?: string;
  @Instant({ optional: true, nullable: true, description: 'When it ends, UTC; null: by hand', example: null })
  expiresAt?: Date | null;
  @WholeNumber({ optional: true, nullable: true, min: 1, max: 100_000, description: 'Responses at most', example: 200 })
  maxResponses?: number | null;
  @WholeNumber({
    optional: true,
    min: 1,
    max: 3_650,
    description: 'Days until an unlinked response is redacted; by default 365',
  })
  retentionDays?: number;
}

export class IntakeLinkQuery extends PageQuery {}

export class IntakeLink {
  @Uuid({ description: 'Intake link identifier' }) id: string;
  @Uuid({ description: 'Form' }) formId: string;
  @Uuid({ description: 'Its version' }) formVersionId: string;
  @Title(NAME) name: string;
  @ServiceAddress() @WebAddress({ description: 'Where people answer' }) url: string;
  @Instant({ nullable: true, description: 'When it ends, UTC' }) expiresAt: string | null;
  @WholeNumber({ nullable: true, description: 'Responses at most', example: 200 }) maxResponses: number | null;
  @WholeNumber({ description: 'Days until an unlinked response is redacted', example: 365 }) retentionDays: number;
  @WholeNumber({ description: 'Responses so far', example: 12 }) received: number;
  @OneOf(INTAKE_LINK_STATUSES, { description: 'closed by hand, or by time' }) status: string;
  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
}

/** Begins the address of an intake link: see `ShownAddresses`. */
export const INTAKE = 'intake';

export function toIntakeLink(row: NewRow<IntakeLinkEntity>, now: Date): IntakeLink {
  const url = mintedAddress(INTAKE, `${row.id}:${row.expiresAt?.getTime() ?? ''}`);
  return toResource(IntakeLink, { ...row, url, status: statusOfLink(row, now) });
}
