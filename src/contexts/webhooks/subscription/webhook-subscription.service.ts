import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import type { Page } from '#kernel/lists';
import { allowedRanges, OutgoingSettings, outgoingUrlIssue } from '#kernel/outgoing';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Change } from '#kernel/persistence';
import { SecretBox } from '#kernel/secrets';
import type { EventDeclaration } from '#kernel/events';
import { takeForRequest } from './webhook-budget.js';
import { requestBudgets } from './verification-budgets.js';
import { EndpointBox, type StoredEndpoint } from './endpoint-box.js';
import { shownEndpoint } from '../outgoing/shown-endpoint.js';
import {
  toWebhookSubscription,
  type CreateSubscriptionRequest,
  type ListSubscriptionsQuery,
  type UpdateSubscriptionRequest,
  type WebhookSubscription,
} from './webhook-subscription.dto.js';
import { SUBSCRIPTION, WebhookSubscriptionEntity, type WebhookStatus } from './webhook-subscription.entity.js';
import {
  createWebhookSubscription,
  MAX_SUBSCRIPTIONS,
  deleteWebhookSubscription,
  pauseWebhookSubscription,
  resumeWebhookSubscription,
  updateWebhookSubscription,
  verifyWebhookSubscription,
  type SubscriptionChanged,
  subscriptionLimit,
} from './webhook-subscription.operations.js';
import { WebhookSubscriptionRepository } from './webhook-subscription.repository.js';
import { webhookTables } from '../webhooks.tables.js';

/** Without its token, a verification in progress has no effect. */
const UNVERIFIED = {
  status: 'pending_validation',
  validatedSecretVersion: null,
  lastValidationError: null,
  verificationToken: null,
  verificationLeasedUntil: null,
} as const;

const listSubscriptions = webhookTables.list('list_webhook_subscriptions', {
  rows: WebhookSubscriptionEntity,
  where: 'item.deleted_at is null',
  by: ['status'],
});

@Injectable()
export class WebhookSubscriptionService {
  constructor(
    private readonly subscriptions: WebhookSubscriptionRepository,
    private readonly secrets: SecretBox,
    private readonly endpoints: EndpointBox,
    private readonly settings: OutgoingSettings,
  ) {}

  async create(uow: UnitOfWork, request: CreateSubscriptionRequest): Promise<WebhookSubscription> {
    this.checkEndpoint(request.endpointUrl);
    if ((await this.subscriptions.countForCreation(uow)) >= MAX_SUBSCRIPTIONS) {
      throw subscriptionLimit.error();
    }
    const id = uow.newId();
    const secret = this.secrets.seal(request.secret, [uow.organizationId, id]);
    const endpoint = this.endpoints.seal(uow.organizationId, id, request.endpointUrl);
    const row = uow.insert(WebhookSubscriptionEntity, {
      ...request,
      ...UNVERIFIED,
      ...endpoint,
      id,
      secret,
      secretVersion: 1,
    });
    const { name, eventNames, status } = row;
    const changes = { name, endpointUrl: shownEndpoint(row.endpointUrl), eventNames, status };
    uow.record(createWebhookSubscription.event, { ...row, subscriptionId: id }, changes);
    return toWebhookSubscription(row);
  }

  list(scope: Scope, query: ListSubscriptionsQuery): Promise<Page<WebhookSubscription>> {
    return scope.list(listSubscriptions, query, (rows) => rows.map(toWebhookSubscription));
  }

  async get(scope: Scope, id: string): Promise<WebhookSubscription> {
    return toWebhookSubscription(await scope.get(WebhookSubscriptionEntity, id));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateSubscriptionRequest): Promise<WebhookSubscription> {
    if (request.endpointUrl !== undefined) this.checkEndpoint(request.endpointUrl);
    const before = await this.subscriptions.getForUpdate(uow, id);
    const { endpointUrl: url } = request;
    const sealed = url === undefined ? undefined : this.endpoints.seal(uow.organizationId, id, url);
    // A URL that cannot be opened, as its key is gone, counts as another one.
    const moved = sealed !== undefined && url !== this.endpoints.openIfReadable(uow.organizationId, id, before);
    const row = sealed ? uow.change(WebhookSubscriptionEntity, before, resealed(sealed, { moved })) : before;
    const sent = { ...request, endpointUrl: sealed?.endpointUrl };
    // The audit entry shows that the endpoint moved, although what is shown of it may be the same.
    const from = moved ? { ...row, endpointUrl: '' } : row;
    const patched = uow.patch(WebhookSubscriptionEntity, from, sent, updateWebhookSubscription.event, {
      subscriptionId: id,
    });
    return toWebhookSubscription(patched);
  }

  async delete(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    // The worker skips paused subscriptions. The secret is erased.
    const change = {
      ...UNVERIFIED,
      status: 'paused',
      endpointCiphertext: null,
      secret: Buffer.alloc(0),
      deletedAt: uow.now,
    } as const;
    uow.change(WebhookSubscriptionEntity, subscription, change);
    this.subscriptions.endDeliveries(uow, id);
    // The response still shows the former status.
    uow.record(deleteWebhookSubscription.event, { ...subscription, subscriptionId: id }, { status: undefined });
    return toWebhookSubscription(subscription);
  }

  async rotateSecret(uow: UnitOfWork, id: string, secret: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    // The endpoint, too, is under the current of SECRET_KEYS then.
    const { endpointCiphertext } = this.endpoints.reseal(uow.organizationId, id, subscription);
    const rotated = uow.change(WebhookSubscriptionEntity, subscription, {
      ...UNVERIFIED,
      endpointCiphertext,
      secret: this.secrets.seal(secret, [uow.organizationId, id]),
      secretVersion: subscription.secretVersion + 1,
    });
    uow.recordWithoutEvent(id);
    return toWebhookSubscription(rotated);
  }

  async verify(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    this.endpoints.requireReadable(uow.organizationId, id, subscription);
    await takeForRequest(uow, 'Verification', requestBudgets('verify', id, subscription.endpointUrl));
    // One in progress, or postponed, has the current secret and endpoint: it is not begun again.
    const { verificationLeasedUntil } = subscription;
    const underWay = verificationLeasedUntil !== null && verificationLeasedUntil > uow.now;
    const verified = uow.change(WebhookSubscriptionEntity, subscription, underWay ? {} : UNVERIFIED);
    uow.record(verifyWebhookSubscription.event, { ...verified, subscriptionId: id });
    return toWebhookSubscription(verified);
  }

  async pause(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    return this.move(uow, subscription, 'paused', pauseWebhookSubscription.event);
  }

  async resume(uow: UnitOfWork, id: string): Promise<WebhookSubscription> {
    const subscription = await this.subscriptions.getForUpdate(uow, id);
    const verified = subscription.validatedSecretVersion === subscription.secretVersion;
    // Earlier failures no longer count towards the automatic pause.
    const change = { ...(verified ? {} : UNVERIFIED), failingSince: null };
    const status = verified ? 'active' : 'pending_validation';
    return this.move(uow, subscription, status, resumeWebhookSubscription.event, change);
  }

  private async move(
    uow: UnitOfWork,
    subscription: WebhookSubscriptionEntity,
    to: WebhookStatus,
    event: EventDeclaration<SubscriptionChanged, 'webhook_subscription.paused' | 'webhook_subscription.resumed'>,
    change?: Change<WebhookSubscriptionEntity>,
  ): Promise<WebhookSubscription> {
    const { id: subscriptionId } = subscription;
    const moved = await uow.move(WebhookSubscriptionEntity, subscription, SUBSCRIPTION, to, event, change, {
      subscriptionId,
    });
    return toWebhookSubscription(moved);
  }

  private checkEndpoint(url: string): void {
    const issue = outgoingUrlIssue(url, allowedRanges(this.settings));
    if (issue !== undefined) throw invalidField('endpointUrl', issue);
  }
}

/** Stores the new ciphertext even if the URL is unchanged, so that it uses the current key. */
function resealed({ endpointCiphertext }: StoredEndpoint, { moved }: { moved: boolean }) {
  return moved ? { ...UNVERIFIED, endpointCiphertext } : { endpointCiphertext };
}
