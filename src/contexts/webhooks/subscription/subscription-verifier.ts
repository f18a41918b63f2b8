import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { declareCounter, Metrics } from '#kernel/metrics';
import { newId } from '#kernel/persistence';
import { OutgoingPosts, type Message, type PostResult } from '../outgoing/outgoing-posts.js';
import { challengeResponse, isSameText, signedHeaders } from '../outgoing/signature.js';
import { VALIDATION_ERRORS, type ValidationError } from './webhook-subscription.entity.js';
import { WebhookSettings } from '../outgoing/webhook.settings.js';
import { FairSlots } from '../worker/fair-slots.js';
import { WorkerFailures } from '../worker/worker-failures.js';
import { VerificationStore } from './verification-store.js';

const TIMEOUT_MS = 5_000;
/** Those beyond stay in the database until some of these are done. */
const MAX_WAITING = 1_000;

const verifications = declareCounter({
  name: 'webhook_verifications_total',
  help: 'Verifications of endpoints, by outcome.',
  label: { name: 'outcome', values: ['succeeded', ...VALIDATION_ERRORS] },
});

/** Verifies that an endpoint expects the events and has the current secret, by a challenge-response exchange. */
@Injectable()
export class SubscriptionVerifier {
  private readonly logger = new Logger(SubscriptionVerifier.name);
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Set<string>();
  private readonly slots: FairSlots;
  private stopped = false;

  constructor(
    private readonly store: VerificationStore,
    private readonly posts: OutgoingPosts,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly failures: WorkerFailures,
    settings: WebhookSettings,
  ) {
    this.slots = new FairSlots(settings.WEBHOOK_CONCURRENT_VERIFICATIONS, { reserve: true });
  }

  /** The subscriptions that this process is verifying or about to. */
  get inProgress(): string[] {
    return [...this.running.keys(), ...this.waiting];
  }

  /** Begins at once or when it is the turn of the organization. */
  begin(organizationId: string, subscriptionId: string): void {
    if (this.running.has(subscriptionId) || this.waiting.has(subscriptionId)) return;
    if (this.waiting.size >= MAX_WAITING) return;
    const start = (): void => {
      if (this.stopped || !this.slots.take(organizationId, start)) return;
      this.waiting.delete(subscriptionId);
      const run = this.verify(organizationId, subscriptionId)
        .catch((error: unknown) => this.failures.note('verify', error))
        .finally(() => {
          this.running.delete(subscriptionId);
          this.slots.release(organizationId);
        });
      this.running.set(subscriptionId, run);
    };
    this.waiting.add(subscriptionId);
    start();
  }

  /** Starts none of those that wait: another process takes them. */
  stop(): void {
    this.stopped = true;
  }

  /** Resolves when no verification is in progress. */
  async rest(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running.values());
  }

  private async verify(organizationId: string, subscriptionId: string): Promise<void> {
    const verification = await this.store.claim(organizationId, subscriptionId);
    if (!verification) return;
    const challenge = randomBytes(32).toString('base64url');
    let expected = '';
    const result = await this.posts.post(verification.endpointUrl, TIMEOUT_MS, (write) =>
      this.store.whileCurrent(verification, (secret) => {
        expected = challengeResponse(secret, challenge);
        write(this.challengeMessage(secret, challenge));
      }),
    );
    if (result === null) return;
    const error = judge(result, challenge, expected);
    if (await this.store.finish(verification, error)) {
      this.metrics.count(verifications, { outcome: error ?? 'succeeded' });
      const msg = error === null ? 'webhook subscription activated' : 'webhook subscription failed its verification';
      this.logger.log({ msg, organizationId, subscriptionId, ...(error !== null && { error }) });
    }
  }

  private challengeMessage(secret: string, challenge: string): Message {
    const body = JSON.stringify({ type: 'webhook.verification', challenge });
    return { headers: signedHeaders(secret, newId(), this.clock.now(), body), body };
  }
}

/** Checks the response to a challenge; null where it proves knowledge of the secret. */
function judge(result: PostResult, challenge: string, expected: string): ValidationError | null {
  if (result.error !== null) return result.error;
  if (result.status !== 200) return 'bad_status';
  if (result.bodyCut !== null) return result.bodyCut;
  try {
    const answer = JSON.parse(result.body) as { challenge?: unknown; response?: unknown } | null;
    const proven =
      answer?.challenge === challenge && typeof answer.response === 'string' && isSameText(answer.response, expected);
    return proven ? null : 'bad_proof';
  } catch {
    return 'bad_proof';
  }
}
