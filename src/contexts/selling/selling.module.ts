import { Module } from '@nestjs/common';
import { BookingsModule } from '#contexts/bookings/bookings.public.js';
import { EnrollmentsModule } from '#contexts/enrollments/enrollments.public.js';
import { SalesAvailabilityController } from './availability/sales-availability.controller.js';
import { SalesAvailabilityService } from './availability/sales-availability.service.js';
import { BuyerPageService } from './buying/buyer-page.service.js';
import { BuyerProposal } from './buying/buyer-proposal.js';
import { BuyingController } from './buying/buying.controller.js';
import { BuyingService } from './buying/buying.service.js';
import { SalesLinkController } from './buying/sales-link.controller.js';
import { SalesLinkService } from './buying/sales-link.service.js';
import { SalesCallController } from './call/sales-call.controller.js';
import { SalesCallRepository } from './calendar/sales-call.repository.js';
import { SalesCallService } from './call/sales-call.service.js';
import { CheckoutController } from './checkout/checkout.controller.js';
import { CheckoutOpening } from './checkout/checkout-opening.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { CloserController } from './closer/closer.controller.js';
import { CloserRepository } from './closer/closer.repository.js';
import { CloserService } from './closer/closer.service.js';
import { ProspectErasureController } from './erasure/prospect-erasure.controller.js';
import { ProspectErasureService } from './erasure/prospect-erasure.service.js';
import { ConnectionController } from './connection/connection.controller.js';
import { ConnectionJob } from './connection/connection.job.js';
import { ConnectionService } from './connection/connection.service.js';
import { OfferController } from './offer/offer.controller.js';
import { OfferRepository } from './offer/offer.repository.js';
import { OfferService } from './offer/offer.service.js';
import { PaymentController } from './payment/payment.controller.js';
import { InstallmentsJob } from './ledger/installments.job.js';
import { PaymentRepository } from './ledger/payment.repository.js';
import { PaymentService } from './payment/payment.service.js';
import { RefundService } from './payment/refund.service.js';
import { PaymentProvider } from './provider/port.js';
import { ProviderSecrets } from './provider/provider-secrets.js';
import { StripeClients } from './provider/stripe-client.js';
import { StripeProvider } from './provider/stripe-provider.js';
import { ProspectController } from './prospect/prospect.controller.js';
import { ProspectRepository } from './prospect/prospect.repository.js';
import { ProspectSales } from './prospect/prospect-sales.js';
import { ProspectService } from './prospect/prospect.service.js';
import { CheckoutPlacement } from './receiving/checkout-placement.js';
import { DisputePlacement } from './receiving/dispute-placement.js';
import { EventIntakeService } from './receiving/event-intake.service.js';
import { ObjectPlacement } from './receiving/object-placement.js';
import { PaymentEventsController } from './receiving/payment-events.controller.js';
import { ProviderEventController } from './receiving/provider-event.controller.js';
import { ProviderEventService } from './receiving/provider-event.service.js';
import { ProviderEventsJob } from './receiving/provider-events.job.js';
import { ReconciliationJob } from './receiving/reconciliation.job.js';
import { RefundPlacement } from './receiving/refund-placement.js';
import { AcceptanceService } from './sale/acceptance.service.js';
import { SalesQueueController } from './queue/sales-queue.controller.js';
import { SalesQueueService } from './queue/sales-queue.service.js';
import { Activation } from './sale/activation.js';
import { CancellationService } from './sale/cancellation.service.js';
import { Fulfillment } from './sale/fulfillment.js';
import { FulfillmentService } from './sale/fulfillment.service.js';
import { InstallmentChangeService } from './sale/installment-change.service.js';
import { OfferSales } from './sale/offer-sales.js';
import { ProposalService } from './sale/proposal.service.js';
import { SaleController } from './sale/sale.controller.js';
import { SaleExpiryJob } from './ledger/sale-expiry.job.js';
import { SaleLocks } from './sale/sale-locks.js';
import { SaleRepository } from './ledger/sale.repository.js';
import { SaleService } from './sale/sale.service.js';
import { CheckoutFetcher } from './sending/checkout-fetcher.js';
import { Collect } from './sending/collect.js';
import { CollectionsJob } from './sending/collections.job.js';
import { JobSender } from './sending/job-sender.js';
import { SendRefund } from './sending/send-refund.js';
import { ProviderJobsJob } from './sending/provider-jobs.job.js';
import { PaymentPlacement } from './receiving/payment-placement.js';
import { HoldKeeping } from './sale/hold-keeping.js';
import { ReturnedRefund } from './sale/returned-refund.js';
import { Settlement } from './sale/settlement.js';
import { Unfulfillable } from './sale/unfulfillable.js';

@Module({
  imports: [BookingsModule, EnrollmentsModule],
  controllers: [
    OfferController,
    SalesAvailabilityController,
    CloserController,
    ProspectController,
    ProspectErasureController,
    SaleController,
    PaymentController,
    SalesCallController,
    SalesQueueController,
    SalesLinkController,
    BuyingController,
    ConnectionController,
    CheckoutController,
    PaymentEventsController,
    ProviderEventController,
  ],
  providers: [
    ...[OfferService, OfferRepository, SalesAvailabilityService],
    ...[CloserService, CloserRepository, ProspectService, ProspectRepository, ProspectErasureService],
    ...[SaleService, SaleRepository, ProposalService, AcceptanceService, Activation],
    ...[
      CancellationService,
      OfferSales,
      ProspectSales,
      SaleLocks,
      Settlement,
      Unfulfillable,
      ReturnedRefund,
      HoldKeeping,
    ],
    ...[SaleExpiryJob, InstallmentsJob, SalesQueueService],
    ...[Fulfillment, FulfillmentService, InstallmentChangeService],
    ...[SalesCallService, SalesCallRepository],
    ...[SalesLinkService, BuyingService, BuyerPageService, BuyerProposal],
    ...[PaymentService, RefundService, PaymentRepository],
    ...[ConnectionService, ConnectionJob, ProviderSecrets],
    ...[
      CheckoutService,
      CheckoutOpening,
      JobSender,
      SendRefund,
      Collect,
      CheckoutFetcher,
      ProviderJobsJob,
      CollectionsJob,
    ],
    ...[EventIntakeService, ProviderEventsJob, ProviderEventService, ReconciliationJob],
    ...[ObjectPlacement, CheckoutPlacement, PaymentPlacement, RefundPlacement, DisputePlacement],
    ...[StripeClients, { provide: PaymentProvider, useClass: StripeProvider }],
  ],
})
export class SellingModule {}
