import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttemptRecorder } from './delivery/attempt-recorder.js';
import { DeliveryQueue } from './delivery/delivery-queue.js';
import { DeliverySender } from './delivery/delivery-sender.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { EventDispatcher } from './delivery/event-dispatcher.js';
import { SendClearance } from './delivery/send-clearance.js';
import { AddressResolver } from './outgoing/address-resolver.js';
import { OutgoingPosts } from './outgoing/outgoing-posts.js';
import { SubscriptionVerifier } from './verification/subscription-verifier.js';
import { VerificationStore } from './verification/verification-store.js';
import { WebhookDeliveryController } from './webhook-delivery.controller.js';
import { WebhookDeliveryEntity } from './webhook-delivery.entity.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookDeliveryService } from './webhook-delivery.service.js';
import { WebhookSubscriptionController } from './webhook-subscription.controller.js';
import { WebhookSubscriptionEntity } from './webhook-subscription.entity.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';
import { WebhookSubscriptionService } from './webhook-subscription.service.js';
import { WorkerTransactions } from './worker-transactions.js';

@Module({
  imports: [TypeOrmModule.forFeature([WebhookSubscriptionEntity, WebhookDeliveryEntity])],
  controllers: [WebhookSubscriptionController, WebhookDeliveryController],
  providers: [
    WebhookSubscriptionService,
    WebhookSubscriptionRepository,
    WebhookDeliveryService,
    WebhookDeliveryRepository,
    // The worker.
    WorkerTransactions,
    AddressResolver,
    OutgoingPosts,
    VerificationStore,
    SubscriptionVerifier,
    EventDispatcher,
    DeliveryQueue,
    SendClearance,
    AttemptRecorder,
    DeliverySender,
    DeliveryWorker,
  ],
})
export class WebhooksModule {}
