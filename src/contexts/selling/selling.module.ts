import { Module } from '@nestjs/common';
import { OfferController } from './offer/offer.controller.js';
import { OfferRepository } from './offer/offer.repository.js';
import { OfferService } from './offer/offer.service.js';

@Module({
  controllers: [OfferController],
  providers: [OfferService, OfferRepository],
})
export class SellingModule {}
