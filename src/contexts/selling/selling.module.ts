import { Module } from '@nestjs/common';
import { SalesAvailabilityController } from './availability/sales-availability.controller.js';
import { SalesAvailabilityService } from './availability/sales-availability.service.js';
import { CloserController } from './closer/closer.controller.js';
import { CloserRepository } from './closer/closer.repository.js';
import { CloserService } from './closer/closer.service.js';
import { OfferController } from './offer/offer.controller.js';
import { OfferRepository } from './offer/offer.repository.js';
import { OfferService } from './offer/offer.service.js';
import { ProspectController } from './prospect/prospect.controller.js';
import { ProspectRepository } from './prospect/prospect.repository.js';
import { ProspectService } from './prospect/prospect.service.js';

@Module({
  controllers: [OfferController, SalesAvailabilityController, CloserController, ProspectController],
  providers: [
    ...[OfferService, OfferRepository, SalesAvailabilityService],
    ...[CloserService, CloserRepository, ProspectService, ProspectRepository],
  ],
})
export class SellingModule {}
