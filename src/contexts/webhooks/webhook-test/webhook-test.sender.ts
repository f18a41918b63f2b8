import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { SecretBox } from '#kernel/secrets';
import { OutgoingPosts, type Message, type PostResult } from '../outgoing/outgoing-posts.js';
import { signedHeaders } from '../outgoing/signature.js';
import { EndpointBox, type StoredEndpoint } from '../subscription/endpoint-box.js';
import { webhookTables } from '../webhooks.tables.js';
import { WorkerFailures } from '../worker/worker-failures.js';
import { WorkerTransactions } from '../worker/worker-transactions.js';
import { toWebhookTest, type WebhookTest } from './webhook-test.dto.js';
import type { WebhookTestEntity, WebhookTestError } from './webhook-test.entity.js';

const TIMEOUT_MS = 5_000;
/** After the timeout, an outcome that is not recorded within this time was lost with the process that sent the message. */
const RECORDING_MS = 1_000;
const POLL_MS = 100;

interface Target extends StoredEndpoint {
  secret: Buffer;
}

// FOR SHARE: blocks rotations until the message is signed and sent.
const lockTarget = webhookTables
  .statement(
    'lock_target_of_webhook_test',
    { id: 'uuid' },
    `select s.endpoint_url as "endpointUrl", s.endpoint_ciphertext as "endpointCiphertext", s.secret_ciphertext as secret
     from webhook_tests t
     join webhook_subscriptions s on s.organization_id = t.organization_id and s.id = t.subscription_id
     where t.organization_id = :organization and t.id = :id and s.deleted_at is null
       and s.secret_version = t.secret_version and s.validated_secret_version = t.secret_version
     for share of s`,
  )
  .returning<Target>();

const finish = webhookTables
  .statement(
    'finish_webhook_test',
    { id: 'uuid', at: 'timestamptz', latencyMs: 'integer', status: 'integer', body: 'text', error: 'text' },
    `update webhook_tests set
       completed_at = :at, latency_ms = :latencyMs, response_status = :status, response_body = :body, error = :error
     where organization_id = :organization and id = :id
     returning completed_at as "completedAt", latency_ms as "latencyMs", response_status as "responseStatus",
       response_body as "responseBody", error`,
  )
  .returning<Outcome>();

const findOutcome = webhookTables
  .statement(
    'find_outcome_of_webhook_test',
    { id: 'uuid' },
    `select completed_at as "completedAt", latency_ms as "latencyMs", response_status as "responseStatus",
       response_body as "responseBody", error
     from webhook_tests where organization_id = :organization and id = :id`,
  )
  .returning<Outcome>();

type Outcome = Pick<WebhookTestEntity, 'completedAt' | 'latencyMs' | 'responseStatus' | 'responseBody' | 'error'>;

/** Sends requested tests, outside of the transaction that requested them. */
@Injectable()
export class WebhookTestSender {
  constructor(
    private readonly transactions: WorkerTransactions,
    private readonly posts: OutgoingPosts,
    private readonly secrets: SecretBox,
    private readonly endpoints: EndpointBox,
    private readonly clock: Clock,
    private readonly failures: WorkerFailures,
  ) {}

  /** Sends the message and records the outcome, which stays pending where it cannot be recorded. */
  async send(organizationId: string, test: WebhookTest): Promise<WebhookTest> {
    try {
      return await this.finish(organizationId, test, await this.post(organizationId, test));
    } catch (error) {
      this.failures.note('test', error);
      return test;
    }
  }

  /** The recorded outcome, for which it waits while the message is being sent. Pending where there is none. */
  async read(organizationId: string, test: WebhookTest): Promise<WebhookTest> {
    const until = Date.parse(test.requestedAt) + TIMEOUT_MS + RECORDING_MS;
    for (;;) {
      const outcomes = await this.transactions.inTenant(organizationId, (tenant) =>
        tenant.query(findOutcome, { id: test.id }),
      );
      const [outcome] = outcomes;
      if (outcomes.length === 0 || outcome.completedAt !== null) return withOutcome(test, outcomes.at(0));
      if (this.clock.now().getTime() > until) return test;
      await delay(POLL_MS);
    }
  }

  /** Null where the subscription was changed since the request. */
  private async post(organizationId: string, test: WebhookTest): Promise<PostResult | null> {
    const url = await this.whileUnchanged(organizationId, test, (target) => target.url);
    if (url === undefined) return null;
    return this.posts.post(url, TIMEOUT_MS, async (write) => {
      const written = await this.whileUnchanged(organizationId, test, (target) => {
        if (target.url !== url) return false;
        write(this.message(organizationId, test, target.secret));
        return true;
      });
      return written === true;
    });
  }

  /** Passes endpoint and secret to `use` under a lock that blocks rotations; undefined where they were changed. */
  private whileUnchanged<Result>(
    organizationId: string,
    { id, subscriptionId }: WebhookTest,
    use: (target: { url: string; secret: string }) => Result,
  ): Promise<Result | undefined> {
    return this.transactions.inRolledBackTransaction(organizationId, async (tenant) => {
      const stored = (await tenant.query(lockTarget, { id })).at(0);
      if (!stored) return undefined;
      const url = this.endpoints.open(organizationId, subscriptionId, stored);
      return use({ url, secret: this.secrets.open(stored.secret, [organizationId, subscriptionId]) });
    });
  }

  /** Has the fields of an event's message, so that receivers parse it alike. */
  private message(organizationId: string, { id, subscriptionId, requestedAt }: WebhookTest, secret: string): Message {
    const data = { subscriptionId };
    const body = JSON.stringify({ id, type: 'webhook.test', timestamp: requestedAt, organizationId, data });
    return { headers: signedHeaders(secret, id, this.clock.now(), body), body };
  }

  private async finish(organizationId: string, test: WebhookTest, result: PostResult | null): Promise<WebhookTest> {
    const { status = null, latencyMs = null } = result ?? {};
    const body = status === null ? null : (result?.body ?? null);
    const outcome = { id: test.id, at: this.clock.now(), latencyMs, status, body, error: errorOf(result) };
    const rows = await this.transactions.inTenant(organizationId, (tenant) => tenant.query(finish, outcome));
    return withOutcome(test, rows.at(0));
  }
}

function errorOf(result: PostResult | null): WebhookTestError | null {
  if (result === null) return 'superseded';
  const succeeded = result.status !== null && result.status >= 200 && result.status < 300;
  return succeeded ? null : (result.error ?? 'bad_status');
}

function withOutcome(test: WebhookTest, outcome: Outcome | undefined): WebhookTest {
  return outcome ? toWebhookTest({ ...test, ...outcome }) : test;
}
