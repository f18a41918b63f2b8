import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, OneOf, ServiceAddress, Text, Uuid } from '#kernel/fields';
import { SALES_LINK_KINDS, type SalesLinkKind } from './sales-link.entity.js';

const optional = true;
const nullable = true;

export class CreateSalesLinkRequest implements CrossChecked {
  @Uuid({ optional, nullable, description: 'For this sale: a personal link, which replaces its former one' })
  saleId?: string | null;

  @Uuid({ optional, nullable, description: 'For this offer: a shared link', example: null }) offerId?: string | null;

  @Uuid({ optional, nullable, description: 'Closer who gets the new prospects of a shared link', example: null })
  closerMemberId?: string | null;

  @Instant({ optional: true, description: 'Good until then: 90 days at most, by default 30, or as a proposal' })
  expiresAt?: Date;

  crossIssues(): FieldIssue[] {
    const [isPersonal, isShared] = [this.saleId, this.offerId].map((id) => (id ?? null) !== null);
    if (isPersonal === isShared) {
      return [{ field: 'saleId', issue: 'must be sent, or offerId, and not both' }];
    }
    if (!isPersonal || (this.closerMemberId ?? null) === null) return [];
    return [{ field: 'closerMemberId', issue: 'must be absent for a personal link' }];
  }
}

/** A link without its address, which is shown once. */
export class SalesLinkState {
  @Uuid({ description: 'Sales link identifier' }) id: string;
  @OneOf(SALES_LINK_KINDS, { description: 'personal: of a sale; shared: of an offer' }) kind: SalesLinkKind;
  @Instant({ description: 'Good until then, UTC' }) expiresAt: string;
  @Instant({ nullable: true, description: 'When it was revoked, UTC', example: null }) revokedAt: string | null;
}

export class SalesLink extends SalesLinkState {
  @ServiceAddress()
  @Text({
    nullable: true,
    description: 'Where the buyer orders, without a key; returned only once, then null',
    example: 'https://api.example.com/buy/AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZ',
  })
  url: string | null;
}
