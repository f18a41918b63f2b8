import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { requireOpenCohort } from '#contexts/cohorts/cohorts.public.js';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { invalidField, invalidFields, wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import { idsOf, type Page } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { closerOf } from '../closer/closer.policy.js';
import { cancelProposals } from '../ledger/cancelled-proposals.js';
import type { SaleEntity } from '../ledger/sale.entity.js';
import { SaleRepository, type SaleRow } from '../ledger/sale.repository.js';
import { openLinksOf } from '../link/open-links.js';
import { ownAddress } from '../prospect/prospect.policy.js';
import { sellingTables } from '../selling.tables.js';
import { listCohortsForSale, type CohortForSale } from './cohorts-for-sale.js';
import {
  Offer,
  limitIssues,
  windowIssues,
  type CreateOfferRequest,
  type MoveOfferRequest,
  type OfferQuery,
  type UpdateOfferRequest,
} from './offer.dto.js';
import { OFFER, OfferEntity, OfferTermsEntity } from './offer.entity.js';
import { createOffer, moveOffer, tooManyProposals, updateOffer } from './offer.operations.js';
import { onSaleOf } from './offer-on-sale.js';
import { shownToCloser } from './offer.policy.js';
import { OfferRepository, termsOf, type PresentTerms } from './offer.repository.js';
import { toTerms } from '../terms/offer-terms.dto.js';
import type { OfferTerms } from '../terms/shown-terms.dto.js';
import type { Terms } from '../terms/terms.js';

/** How many proposed sales one request cancels. */
const MAX_WITHDRAWN = 500;

const listOffers = sellingTables.list('list_offers', {
  rows: OfferEntity,
  by: ['programId', 'status'],
  filters: { closer: ['uuid', shownToCloser('item')] },
});

@Injectable()
export class OfferService {
  constructor(
    private readonly offers: OfferRepository,
    private readonly sales: SaleRepository,
  ) {}

  async create(uow: UnitOfWork, programId: string, request: CreateOfferRequest): Promise<Offer> {
    const { terms: sent, cohortId = null, ...fields } = request;
    const status = await lockProgramStatus(uow, programId);
    await this.checkCohort(uow, programId, cohortId);
    const terms = toTerms(sent);
    await this.checkPath(uow, programId, terms);
    if (status === 'archived') throw wrongStatus('program', status);
    const offer = uow.insert(OfferEntity, { ...fields, programId, cohortId, status: 'draft', termsVersion: 1 });
    uow.insert(OfferTermsEntity, { offerId: offer.id, version: 1, terms });
    uow.record(createOffer.event, { ...offer, version: 1 }, ['cohortId', 'opensAt', 'closesAt', 'salesLimit']);
    return this.one(uow, offer);
  }

  list(scope: Scope, query: OfferQuery): Promise<Page<Offer>> {
    const closer = closerOf(scope.caller) ?? undefined;
    return scope.list(listOffers, { ...query, closer }, (rows) => this.shown(scope, rows));
  }

  async get(scope: Scope, id: string): Promise<Offer> {
    return this.one(scope, await scope.get(OfferEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateOfferRequest): Promise<Offer> {
    const { programId } = await uow.get(OfferEntity, id);
    const { terms: sent, ...columns } = sentFields(request);
    await lockProgramStatus(uow, programId);
    await this.checkCohort(uow, programId, columns.cohortId ?? null);
    const offer = await uow.getForUpdate(OfferEntity, id);
    OFFER.require(offer, 'draft', 'open', 'paused');
    const { salesCount } = termsOf(await this.offers.listTerms(uow, [offer]), offer);
    const { salesLimit } = columns;
    const issues = [...windowIssues({ ...offer, ...columns }), ...limitIssues({ salesLimit, salesCount })];
    if (issues.length > 0) throw invalidFields(issues);
    const fields = Object.keys(sentFields(request));
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.one(uow, offer);
    }
    const termsVersion = sent ? await this.replaceTerms(uow, offer, toTerms(sent)) : offer.termsVersion;
    const changed = uow.change(OfferEntity, offer, { ...columns, termsVersion });
    uow.record(updateOffer.event, { ...changed, version: termsVersion, fields });
    return this.one(uow, changed);
  }

  async move(uow: UnitOfWork, id: string, { status, withdrawProposals }: MoveOfferRequest): Promise<Offer> {
    const offer = await uow.getForUpdate(OfferEntity, id);
    const { proposals, rows } = withdrawProposals ? await this.lockProposals(uow, id) : { proposals: [], rows: [] };
    const more = { from: offer.status, to: status, version: offer.termsVersion, withdrawn: proposals.length };
    const moved = await uow.move(OfferEntity, offer, OFFER, status, moveOffer.event, {}, more);
    cancelProposals(uow, proposals, rows);
    return this.one(uow, moved);
  }

  /** Nobody sells to themselves: what was proposed to the caller is not among them. */
  private async lockProposals(uow: UnitOfWork, id: string): Promise<{ proposals: SaleEntity[]; rows: SaleRow[] }> {
    const locked = await this.sales.lockProposed(uow, id, MAX_WITHDRAWN + 1);
    if (locked.length > MAX_WITHDRAWN) throw tooManyProposals.error();
    const own = await ownAddress(uow);
    const all = await this.sales.readAll(uow, idsOf(locked));
    const rows = all.filter(({ buyerEmail, participantEmail }) => buyerEmail !== own && participantEmail !== own);
    const ids = new Set(idsOf(rows));
    return { proposals: locked.filter((sale) => ids.has(sale.id)), rows };
  }

  /** Returns the version, which is another one where the terms differ. */
  private async replaceTerms(uow: UnitOfWork, offer: OfferEntity, terms: Terms): Promise<number> {
    await this.checkPath(uow, offer.programId, terms);
    const present = (await this.offers.listTerms(uow, [offer])).get(offer.id);
    if (isDeepStrictEqual(present?.terms, terms)) return offer.termsVersion;
    const version = offer.termsVersion + 1;
    uow.insert(OfferTermsEntity, { offerId: offer.id, version, terms });
    return version;
  }

  private async checkCohort(uow: UnitOfWork, programId: string, cohortId: string | null): Promise<void> {
    if (cohortId === null) return;
    const cohort = await this.offers.lockCohort(uow, cohortId);
    if (cohort?.programId !== programId) throw invalidField('cohortId', 'must be a cohort of the program');
    requireOpenCohort(cohort);
  }

  private async checkPath(uow: UnitOfWork, programId: string, { pathId }: Terms): Promise<void> {
    if (pathId === null || (await this.offers.isActivePath(uow, programId, pathId))) return;
    throw invalidField('terms.pathId', 'must be an active path of the program');
  }

  private async one(scope: Scope, offer: NewRow<OfferEntity>): Promise<Offer> {
    return (await this.shown(scope, [offer]))[0];
  }

  private async shown(scope: Scope, offers: readonly NewRow<OfferEntity>[]): Promise<Offer[]> {
    const programs = offers.flatMap(({ cohortId, programId }) => (cohortId === null ? [programId] : []));
    const cohorts = offers.flatMap(({ cohortId }) => cohortId ?? []);
    const terms = await this.offers.listTerms(scope, offers);
    const forSale = await listCohortsForSale(scope, { programs, cohorts });
    const links = await openLinksOf(scope, { offers: idsOf(offers), closer: closerOf(scope.caller) });
    return offers.map((offer) => {
      const own = { ...termsOf(terms, offer), links: links.get(offer.id) ?? [] };
      return toOffer(offer, own, forSale, scope.now);
    });
  }
}

function toOffer(
  offer: NewRow<OfferEntity>,
  present: PresentTerms & Pick<Offer, 'links'>,
  cohorts: readonly CohortForSale[],
  now: Date,
): Offer {
  const { version, terms, salesCount, links } = present;
  return toResource(Offer, {
    ...offer,
    salesCount,
    terms: { version, ...terms } as OfferTerms,
    onSale: onSaleOf(offer, present, cohorts, now),
    links,
  });
}
