import { NamedResources } from '#contexts/identity/identity.public.js';
import { Instant, NestedList, OneOf, Text, Title, Uuid, WholeNumber } from '#kernel/fields';
import { ERASURE_STATUSES } from './erasure.entity.js';

export class RequestErasureRequest {
  @Title({ min: 1, max: 500, description: 'Why. It is erased with the rest', example: 'Asked for it by letter' })
  reason: string;
}

export class ErasurePreview {
  @Text({ description: 'Table of the database', example: 'enrollment_notes' }) table: string;
  @WholeNumber({ description: 'Rows that lose their texts, or are removed' }) erased: number;
  @WholeNumber({ description: 'Rows that stay, without the texts' }) kept: number;
  @Text({ description: 'Why rows stay, or what the texts are', example: 'The counts of an import stay.' }) why: string;
}

export class Erasure {
  @Uuid({ description: 'Erasure identifier' }) id: string;
  @Uuid({ description: 'Member whose person is erased' }) memberId: string;
  @OneOf(ERASURE_STATUSES, { description: 'requested, then approved, then carried_out; or cancelled' }) status: string;
  @Uuid({ description: 'Requesting account' }) requestedBy: string;
  @Text({ nullable: true, description: 'Display name of the requesting account' }) requestedByName: string | null;
  @Instant({ description: 'Request time, UTC' }) createdAt: string;
  @Uuid({ nullable: true, description: 'Approving account, another one', example: null }) approvedBy: string | null;
  @Text({ nullable: true, description: 'Display name of the approving account', example: null })
  approvedByName: string | null;

  @Instant({ nullable: true, description: 'When it is carried out at the earliest, UTC', example: null })
  notBefore: string | null;
  @Instant({ nullable: true, description: 'When it was carried out, UTC', example: null }) carriedOutAt: string | null;
  @NestedList(() => ErasurePreview, { description: 'As of the request' }) preview: ErasurePreview[];
}

export const ERASURES = new NamedResources(Erasure, {
  requestedByName: 'requestedBy',
  approvedByName: 'approvedBy',
});
