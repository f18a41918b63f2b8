import { Module } from '@nestjs/common';
import { AttemptRecorder } from './delivery/attempt-recorder.js';
import { DeliveryQueue } from './delivery/delivery-queue.js';
import { DeliverySender } from './delivery/delivery-sender.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { EventDispatcher } from './delivery/event-dispatcher.js';
import { SendClearance } from './delivery/send-clearance.js';
import { WorkerFailures } from './worker/worker-failures.js';
import { EventFeedController } from './event-feed/event-feed.controller.js';
import { EventFeedService } from './event-feed/event-feed.service.js';
import { OutgoingPosts } from './outgoing/outgoing-posts.js';
import { WorkLister } from './delivery/work-lister.js';
import { SubscriptionVerifier } from './subscription/subscription-verifier.js';
import { VerificationStore } from './subscription/verification-store.js';
import { DeliverySweep } from './delivery/delivery-sweep.js';
import { WebhookDeliveryController } from './delivery/webhook-delivery.controller.js';
import { WebhookDeliveryRepository } from './delivery/webhook-delivery.repository.js';
import { WebhookDeliveryService } from './delivery/webhook-delivery.service.js';
import { EndpointBox } from './subscription/endpoint-box.js';
import { SubscriptionSecrets } from './subscription/subscription-secrets.js';
import { WebhookSubscriptionController } from './subscription/webhook-subscription.controller.js';
import { WebhookSubscriptionRepository } from './subscription/webhook-subscription.repository.js';
import { WebhookSubscriptionService } from './subscription/webhook-subscription.service.js';
import { WebhookTestController } from './webhook-test/webhook-test.controller.js';
import { WebhookTestSender } from './webhook-test/webhook-test.sender.js';
import { WebhookTestService } from './webhook-test/webhook-test.service.js';
import { WorkerTransactions } from './worker/worker-transactions.js';

@Module({
  controllers: [WebhookSubscriptionController, WebhookDeliveryController, WebhookTestController, EventFeedController],
  providers: [
    WebhookSubscriptionService,
    WebhookSubscriptionRepository,
    EndpointBox,
    SubscriptionSecrets,
    WebhookDeliveryService,
    WebhookDeliveryRepository,
    WebhookTestService,
    WebhookTestSender,
    EventFeedService,
    // The worker.
    WorkerTransactions,
    WorkerFailures,
    OutgoingPosts,
    VerificationStore,
    SubscriptionVerifier,
    EventDispatcher,
    DeliveryQueue,
    SendClearance,
    AttemptRecorder,
    DeliverySender,
    WorkLister,
    DeliveryWorker,
    DeliverySweep,
  ],
})
export class WebhooksModule {}
