import { anyProgram } from '#contexts/programs/programs.public.js';
import { administrators, administratorsAndClosers } from '#kernel/access';
import { refusal, refusedIn } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { OneOf, PositiveInteger, Uuid, WholeNumber } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { sellingTables } from '../selling.tables.js';
import { CreateOfferRequest, MoveOfferRequest, Offer, OfferQuery, UpdateOfferRequest } from './offer.dto.js';
import { saleCancelled } from '../ledger/sale.events.js';
import { OFFER, OFFER_STATUSES } from './offer.entity.js';
import { reachableOffer } from './offer.policy.js';

export class OfferReference {
  @Uuid() offerId: string;
  @Uuid() programId: string;
  @PositiveInteger() version: number;
}

export const tooManyProposals = refusal('too_many_proposals', 'More than 500 proposed sales would be cancelled.');

class OfferStatusChanged extends OfferReference {
  @OneOf(OFFER_STATUSES, { description: 'The status before' }) from: string;
  @OneOf(OFFER_STATUSES, { description: 'The status after' }) to: string;
  @WholeNumber({ description: 'Proposed sales that were cancelled' }) withdrawn: number;
}

const offers = resource({
  noun: 'offer',
  path: '/offers/:offerId',
  response: Offer,
  target: existing('offer', sellingTables, 'offers'),
  read: administratorsAndClosers,
  write: administrators,
});

export const createOffer = offers.create({
  path: '/programs/:programId/offers',
  parent: anyProgram,
  summary: 'Create an offer of a program',
  description: 'A draft: nothing is sold before it is open. Amounts are in minor units of the currency.',
  body: CreateOfferRequest,
  event: declareEvent('offer.created', 'An offer was created.', OfferReference),
  refusals: { 400: 'A field is invalid, or the cohort or the path is not of the program.' },
  reasons: [...refusedIn('program', ['archived']), ...refusedIn('cohort', ['completed', 'archived'])],
});

export const listOffers = offers.list({
  description: 'Newest first. A closer who is neither OWNER nor ADMIN sees open and paused ones of their programs.',
  query: OfferQuery,
});

export const getOffer = offers.get({
  target: reachableOffer,
  description: 'With its terms, and whether it can be sold now.',
});

export const updateOffer = offers.patch({
  description:
    'Omitted fields are left unchanged; terms are replaced as a whole, and get another version where they differ. ' +
    'Each sale keeps the terms that it was proposed with.',
  body: UpdateOfferRequest,
  event: declareEvent('offer.updated', 'An offer was updated.', withFields(OfferReference)),
  refusals: {
    400: 'A field is invalid, the cohort or the path is not of the program, or salesLimit is below salesCount.',
  },
  reasons: [...OFFER.refusalsUnless('draft', 'open', 'paused'), ...refusedIn('cohort', ['completed', 'archived'])],
});

export const moveOffer = offers.command('status', {
  name: 'move_offer',
  summary: "Change an offer's status",
  description: 'A draft is opened, an open offer is paused and opened again; each can be archived, which is the end.',
  body: MoveOfferRequest,
  event: declareEvent('offer.status_changed', "An offer's status was changed.", OfferStatusChanged),
  alsoEvents: [saleCancelled.name],
  reasons: [...refusedIn('offer', OFFER_STATUSES), tooManyProposals],
});
