import { Injectable } from '@nestjs/common';
import { Settings } from '../platform/config/settings.js';
import { invalidField } from '../platform/errors/service-error.js';
import type { EventDeclaration } from '../platform/events/event.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove, type Transitions } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { Change } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { SecretBox } from '../platform/secrets/secret-box.js';
import { endpointUrlIssue, shownEndpoint } from './endpoint-url.js';
import {
  toWebhookSubscription,
  type CreateSubscriptionRequest,
  type ListSubscriptionsQuery,
  type UpdateSubscriptionRequest,
  type WebhookSubscription,
} from './webhook-subscription.dto.js';
import type { WebhookStatus, WebhookSubscriptionEntity } from './webhook-subscription.entity.js';
import {
  subscriptionCreated,
  subscriptionDeleted,
  subscriptionPaused,
  subscriptionResumed,
  subscriptionUpdated,
  verificationRequested,
  type SubscriptionChanged,
} from './webhook-subscription.events.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';

/** The moves that a caller makes; rotation and /verify lead back to pending_validation from anywhere. */
const MOVES: Transitions<WebhookStatus> = {
  pending_validation: [],
  validating: [],
  active: ['paused'],
  paused: ['active', 'pending_validation'],
  validation_failed: [],
};

/** Back to the beginning: a verification under way has lost its token and comes to nothing. */
const UNVERIFIED = {
  status: 'pending_validation',
  validatedSecretVersion: null,
  lastValidationError: null,
  verificationToken: null,
  verificationLeasedUntil: null,
} as const;

@Injectable()
export class WebhookSubscriptionService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly secrets: SecretBox,
    private readonly settings: Settings,
  ) {}

  create(uow: UnitOfWork, request: CreateSubscriptionRequest): Promise<WebhookSubscription> {
    this.checkEndpoint(request.endpointUrl);
    const id = uow.newId();
    const { name, endpointUrl, eventNames } = request;
    const row = {
      ...UNVERIFIED,
      id,
      name,
      endpointUrl,
      eventNames,
      secretCiphertext: this.secrets.seal(request.secret, [uow.organizationId, id]),
      secretVersion: 1,
      lastValidatedAt: null,
      failingSince: null,
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
      updatedAt: uow.now,
      deletedAt: null,
    };
    this.subscriptions.add(uow, row);
    uow.record(subscriptionCreated, {
      targetId: id,
      changes: { name, endpointUrl: shownEndpoint(endpointUrl), eventNames, status: row.status },
      data: { subscriptionId: id, name, status: row.status },
    });
    return Promise.resolve(toWebhookSubscription(row));
  }

  list(scope: Scope, query: ListSubscriptionsQuery): Promise<Page<WebhookSubscription>> {
    return this.subscriptions.list(scope, query);
  }

  async get(scope: Scope, id: string): Promise<WebhookSubscription> {
    return toWebhookSubscription(await this.subscriptions.get(scope, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateSubscriptionRequest): Promise<WebhookSubscription> {
    if (request.endpointUrl !== undefined) this.checkEndpoint(request.endpointUrl);
    const before = await this.subscriptions.getForUpdate(uow, id);
    const sent = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
    if (Object.keys(sent).length === 0) {
      uow.recordQuietly(id, {});
      return toWebhookSubscription(before);
    }
    const moved = request.endpointUrl !== undefined && request.endpointUrl !== before.endpointUrl;
    const change = { ...sent, ...(moved ? UNVERIFIED : {}), updatedAt: uow.now };
    const after = { ...before, ...change };
    this.subscriptions.update(uow, id, change);
    uow.record(subscriptionUpdated, {
      targetId: id,
      changes: {
        ...sent,
        ...(request.endpointUrl === undefined ? {} : { endpointUrl: shownEndpoint(request.endpointUrl) }),
        ...(moved ? { status: { from: before.status, to: after.status } } : {}),
      },
      data: { subscriptionId: id, name: after.name, status: after.status, fields: Object.keys(sent) },
    });
    return toWebhookSubscription(after);
  }

  async delete(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    const { name, status } = subscription;
    // Paused for good: whatever looks for work passes it by. The secret is gone at once.
    const change = { ...UNVERIFIED, status: 'paused', secretCiphertext: Buffer.alloc(0), deletedAt: uow.now } as const;
    this.subscriptions.update(uow, id, change);
    this.subscriptions.endDeliveries(uow, id);
    uow.record(subscriptionDeleted, {
      targetId: id,
      changes: { deleted: true },
      data: { subscriptionId: id, name, status },
    });
    return toWebhookSubscription(subscription);
  }

  async rotateSecret(uow: UnitOfWork, id: string, secret: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    const change = {
      ...UNVERIFIED,
      secretCiphertext: this.secrets.seal(secret, [uow.organizationId, id]),
      secretVersion: subscription.secretVersion + 1,
      updatedAt: uow.now,
    };
    this.subscriptions.update(uow, id, change);
    uow.recordQuietly(id, {
      status: { from: subscription.status, to: change.status },
      secretVersion: { from: subscription.secretVersion, to: change.secretVersion },
    });
    return toWebhookSubscription({ ...subscription, ...change });
  }

  async verify(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    return this.move(uow, subscription, verificationRequested, UNVERIFIED);
  }

  async pause(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    checkMove('subscription', MOVES, subscription.status, 'paused');
    return this.move(uow, subscription, subscriptionPaused, { status: 'paused' });
  }

  async resume(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    const verified = subscription.validatedSecretVersion === subscription.secretVersion;
    checkMove('subscription', MOVES, subscription.status, verified ? 'active' : 'pending_validation');
    // A new chance: what failed before counts no more towards the automatic pause.
    const change = verified ? ({ status: 'active' } as const) : UNVERIFIED;
    return this.move(uow, subscription, subscriptionResumed, { ...change, failingSince: null });
  }

  private move(
    uow: UnitOfWork,
    subscription: WebhookSubscriptionEntity,
    event: EventDeclaration<SubscriptionChanged>,
    change: Change<WebhookSubscriptionEntity> & { status: WebhookStatus },
  ): WebhookSubscription {
    const { id, name } = subscription;
    this.subscriptions.update(uow, id, { ...change, updatedAt: uow.now });
    uow.record(event, {
      targetId: id,
      changes: { status: { from: subscription.status, to: change.status } },
      data: { subscriptionId: id, name, status: change.status },
    });
    return toWebhookSubscription({ ...subscription, ...change, updatedAt: uow.now });
  }

  private checkEndpoint(url: string): void {
    const issue = endpointUrlIssue(url, this.settings.WEBHOOK_ALLOW_PRIVATE_ADDRESSES);
    if (issue !== undefined) throw invalidField('endpointUrl', issue);
  }
}
