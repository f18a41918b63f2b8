import { Module } from '@nestjs/common';
import { SalesAvailabilityController } from './availability/sales-availability.controller.js';
import { SalesAvailabilityService } from './availability/sales-availability.service.js';
import { OfferController } from './offer/offer.controller.js';
import { OfferRepository } from './offer/offer.repository.js';
import { OfferService } from './offer/offer.service.js';

@Module({
  controllers: [OfferController, SalesAvailabilityController],
  providers: [OfferService, OfferRepository, SalesAvailabilityService],
})
export class SellingModule {}
