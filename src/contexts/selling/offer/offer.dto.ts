import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  Flag,
  Instant,
  Nested,
  NestedList,
  NestedObject,
  OneOf,
  PatchOf,
  PositiveInteger,
  Shown,
  Text,
  Title,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { SalesLinkState } from '../link/sales-link.dto.js';
import { NOT_ON_SALE, type NotOnSale } from './on-sale.js';
import { OFFER_STATUSES, type OfferStatus } from './offer.entity.js';
import { OfferTermsFields, termsIssues } from '../terms/offer-terms.dto.js';
import { OfferTerms } from '../terms/shown-terms.dto.js';

const MAX_DESCRIPTION = 10_000;

class OfferFields {
  @Title({ min: 2, max: 100, description: 'Name that buyers read', example: 'Leadership Essentials, spring' })
  name: string;

  @Text({ optional: true, nullable: true, max: MAX_DESCRIPTION, description: 'Markdown that buyers read' })
  description?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'A cohort of the program; null: chosen on acceptance' })
  cohortId?: string | null;

  @Instant({ optional: true, nullable: true, description: 'Sold from then on; null: at once' }) opensAt?: Date | null;
  @Instant({ optional: true, nullable: true, description: 'Sold until then; null: no end' }) closesAt?: Date | null;

  @PositiveInteger({ optional: true, nullable: true, description: 'Held and active sales at most; null: no limit' })
  salesLimit?: number | null;

  @NestedObject(() => OfferTermsFields, { description: 'What is paid, when, and what follows from it' })
  terms: OfferTermsFields;
}

export class CreateOfferRequest extends OfferFields implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return [...termsIssues(this.terms), ...windowIssues(this)];
  }
}

export class UpdateOfferRequest extends PatchOf(OfferFields) implements CrossChecked {
  crossIssues(): FieldIssue[] {
    return [...(this.terms ? termsIssues(this.terms) : []), ...windowIssues(this)];
  }
}

/** The issue with an end that is not after the beginning. */
export function windowIssues(window: {
  opensAt?: string | Date | null;
  closesAt?: string | Date | null;
}): FieldIssue[] {
  const [opensAt, closesAt] = [window.opensAt ?? null, window.closesAt ?? null];
  const isOrdered = opensAt === null || closesAt === null || new Date(opensAt) < new Date(closesAt);
  return isOrdered ? [] : [{ field: 'closesAt', issue: 'must be later than opensAt' }];
}

/** The issue with a limit below what is held and sold already. */
export function limitIssues(limit: { salesLimit?: number | null; salesCount: number }): FieldIssue[] {
  const isReached = (limit.salesLimit ?? Infinity) < limit.salesCount;
  return isReached ? [{ field: 'salesLimit', issue: 'must not be less than salesCount' }] : [];
}

export class MoveOfferRequest {
  @OneOf(OFFER_STATUSES, { description: 'The status it gets', example: 'open' }) status: OfferStatus;

  @Flag({ optional: true, description: 'Whether its proposed sales are cancelled; else they stay good' })
  withdrawProposals?: boolean;
}

export class OfferQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only offers of this program' }) programId?: string;
  @OneOf(OFFER_STATUSES, { optional: true, description: 'Only offers with this status' }) status?: OfferStatus;
}

export class OnSale {
  @Flag({ description: 'Whether it can be sold now' }) now: boolean;
  @OneOf(NOT_ON_SALE, { nullable: true, description: 'The first reason why not', example: null })
  reason: NotOnSale | null;
}

export class Offer {
  @Uuid({ description: 'Offer identifier' }) id: string;
  @Uuid({ description: 'Program' }) programId: string;
  @Shown(CreateOfferRequest, 'cohortId') cohortId: string | null;
  @Shown(CreateOfferRequest, 'name') name: string;
  @Shown(CreateOfferRequest, 'description') description: string | null;
  @OneOf(OFFER_STATUSES, { description: 'Lifecycle status' }) status: string;
  @Shown(CreateOfferRequest, 'opensAt') opensAt: string | null;
  @Shown(CreateOfferRequest, 'closesAt') closesAt: string | null;
  @Shown(CreateOfferRequest, 'salesLimit') salesLimit: number | null;
  @WholeNumber({ description: 'Held and active sales', example: 3 }) salesCount: number;
  @Nested(() => OfferTerms) terms: OfferTerms;
  @Nested(() => OnSale) onSale: OnSale;
  @NestedList(() => SalesLinkState, { description: 'Shared links; a closer sees their own' }) links: SalesLinkState[];
  @Uuid({ description: 'Account that created it' }) createdBy: string;
  @Instant({ description: 'Time of creation' }) createdAt: string;
  @Instant({ description: 'Time of the last change' }) updatedAt: string;
}
