import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createOffer, getOffer, listOffers, moveOffer, updateOffer } from './offer.operations.js';
import { OfferService } from './offer.service.js';

@Controller()
export class OfferController {
  constructor(private readonly offers: OfferService) {}

  @Operation(createOffer)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createOffer>) {
    return this.offers.create(uow, params.programId, body);
  }

  @Operation(listOffers)
  list(scope: Scope, { query }: InputOf<typeof listOffers>) {
    return this.offers.list(scope, query);
  }

  @Operation(getOffer)
  get(scope: Scope, { params }: InputOf<typeof getOffer>) {
    return this.offers.get(scope, params.offerId);
  }

  @Operation(updateOffer)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateOffer>) {
    return this.offers.update(uow, params.offerId, body);
  }

  @Operation(moveOffer)
  move(uow: UnitOfWork, { params, body }: InputOf<typeof moveOffer>) {
    return this.offers.move(uow, params.offerId, body);
  }
}
