import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { requireOpenCohort } from '#contexts/cohorts/cohorts.public.js';
import { lockProgramStatus } from '#contexts/programs/programs.public.js';
import { invalidField, invalidFields, wrongStatus } from '#kernel/errors';
import { sentFields, toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { Scope, UnitOfWork } from '#kernel/work';
import { sellingTables } from '../selling.tables.js';
import {
  Offer,
  windowIssues,
  type OfferTerms,
  type CreateOfferRequest,
  type MoveOfferRequest,
  type OfferQuery,
  type UpdateOfferRequest,
} from './offer.dto.js';
import { OFFER, OfferEntity, OfferTermsEntity } from './offer.entity.js';
import { createOffer, moveOffer, updateOffer } from './offer.operations.js';
import { OfferRepository } from './offer.repository.js';
import { toTerms } from './offer-terms.dto.js';
import { notOnSale } from './on-sale.js';
import { needsStartDate, type Terms } from './terms.js';

const listOffers = sellingTables.list('list_offers', { rows: OfferEntity, by: ['programId', 'status'] });

@Injectable()
export class OfferService {
  constructor(private readonly offers: OfferRepository) {}

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
    return this.shown(uow, offer);
  }

  list(scope: Scope, query: OfferQuery): Promise<Page<Offer>> {
    return scope.list(listOffers, query, async (rows) => {
      const facts = await this.offers.listFacts(scope, rows);
      return rows.map((row) => toOffer(row, facts.get(row.id), scope.now));
    });
  }

  async get(scope: Scope, id: string): Promise<Offer> {
    return this.shown(scope, await scope.get(OfferEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateOfferRequest): Promise<Offer> {
    const { programId, cohortId: present } = await uow.get(OfferEntity, id);
    const { terms: sent, ...fields } = sentFields(request);
    await lockProgramStatus(uow, programId);
    await this.checkCohort(uow, programId, fields.cohortId === undefined ? present : fields.cohortId);
    const offer = await uow.getForUpdate(OfferEntity, id);
    OFFER.require(offer, 'draft', 'open', 'paused');
    const issues = windowIssues({ ...offer, ...fields });
    if (issues.length > 0) throw invalidFields(issues);
    const changedFields = Object.keys(sentFields(request));
    if (changedFields.length === 0) {
      uow.recordWithoutEvent(id);
      return this.shown(uow, offer);
    }
    const termsVersion = sent ? await this.replaceTerms(uow, offer, toTerms(sent)) : offer.termsVersion;
    const changed = uow.change(OfferEntity, offer, { ...fields, termsVersion });
    uow.record(updateOffer.event, { ...changed, version: termsVersion, fields: changedFields });
    return this.shown(uow, changed);
  }

  async move(uow: UnitOfWork, id: string, { status }: MoveOfferRequest): Promise<Offer> {
    const offer = await uow.getForUpdate(OfferEntity, id);
    const more = { from: offer.status, to: status, version: offer.termsVersion, withdrawn: 0 };
    return this.shown(uow, await uow.move(OfferEntity, offer, OFFER, status, moveOffer.event, {}, more));
  }

  /** Returns the version, which is another one where the terms differ. */
  private async replaceTerms(uow: UnitOfWork, offer: OfferEntity, terms: Terms): Promise<number> {
    await this.checkPath(uow, offer.programId, terms);
    const facts = (await this.offers.listFacts(uow, [offer])).get(offer.id);
    if (isDeepStrictEqual(facts?.terms, terms)) return offer.termsVersion;
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

  private async shown(scope: Scope, offer: NewRow<OfferEntity>): Promise<Offer> {
    const facts = await this.offers.listFacts(scope, [offer]);
    return toOffer(offer, facts.get(offer.id), scope.now);
  }
}

type Facts = Awaited<ReturnType<OfferRepository['listFacts']>> extends Map<string, infer One> ? One : never;

function toOffer(offer: NewRow<OfferEntity>, facts: Facts | undefined, now: Date): Offer {
  if (!facts) throw new Error(`the terms of offer ${offer.id} are missing`);
  const { version, terms, programStatus } = facts;
  const salesCount = 0;
  const ofOffer = { ...offer, programStatus, salesCount, needsStartDate: needsStartDate(terms) };
  const cohorts = facts.cohorts.map((cohort) => ({ ...cohort, held: 0 }));
  const reason = notOnSale(ofOffer, cohorts, now);
  return toResource(Offer, {
    ...offer,
    salesCount,
    terms: { version, ...terms } as OfferTerms,
    onSale: { now: reason === null, reason },
  });
}
