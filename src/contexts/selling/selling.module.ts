import { Module } from '@nestjs/common';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
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
import { ProspectSales } from './prospect/prospect-sales.js';
import { ProspectService } from './prospect/prospect.service.js';
import { AcceptanceService } from './sale/acceptance.service.js';
import { Activation } from './sale/activation.js';
import { CancellationService } from './sale/cancellation.service.js';
import { OfferSales } from './sale/offer-sales.js';
import { ProposalService } from './sale/proposal.service.js';
import { SaleController } from './sale/sale.controller.js';
import { SaleRepository } from './sale/sale.repository.js';
import { SaleService } from './sale/sale.service.js';

@Module({
  imports: [EnrollmentsModule],
  controllers: [OfferController, SalesAvailabilityController, CloserController, ProspectController, SaleController],
  providers: [
    ...[OfferService, OfferRepository, SalesAvailabilityService],
    ...[CloserService, CloserRepository, ProspectService, ProspectRepository],
    ...[SaleService, SaleRepository, ProposalService, AcceptanceService, Activation],
    ...[CancellationService, OfferSales, ProspectSales],
  ],
})
export class SellingModule {}
