import { randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { newId } from '../../platform/persistence/new-id.js';
import { OutgoingPosts, type Message, type PostResult } from '../outgoing/outgoing-posts.js';
import { challengeResponse, isSameText, signedHeaders } from '../signature.js';
import type { ValidationError } from '../webhook-subscription.entity.js';
import { VerificationStore, type Verification } from './verification-store.js';

const TIMEOUT_MS = 5_000;
const AT_ONCE = 32;

/** Asks an endpoint to prove that it wants the events and holds the current secret. */
@Injectable()
export class SubscriptionVerifier {
  private readonly logger = new Logger(SubscriptionVerifier.name);
  private readonly running = new Map<string, Promise<void>>();

  constructor(
    private readonly store: VerificationStore,
    private readonly posts: OutgoingPosts,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  /** The subscriptions that this process is verifying. */
  get underWay(): string[] {
    return [...this.running.keys()];
  }

  begin(organizationId: string, subscriptionId: string): void {
    if (this.running.has(subscriptionId) || this.running.size >= AT_ONCE) return;
    const run = this.verify(organizationId, subscriptionId)
      .catch((error: unknown) => this.logger.warn(`a verification was not finished: ${String(error)}`))
      .finally(() => this.running.delete(subscriptionId));
    this.running.set(subscriptionId, run);
  }

  /** Waits until nothing is under way. */
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
    // Rotated, moved or deleted meanwhile: there is another verification to come, or none.
    if (result === null) return;
    await this.finish(verification, judge(result, challenge, expected));
  }

  private async finish(verification: Verification, error: ValidationError | null): Promise<void> {
    if (await this.store.finish(verification, error)) {
      this.metrics.count('webhook_verifications_total', { outcome: error ?? 'succeeded' });
    }
  }

  private challengeMessage(secret: string, challenge: string): Message {
    const body = JSON.stringify({ type: 'webhook.verification', challenge });
    return { headers: signedHeaders(secret, newId(), this.clock.now(), body), body };
  }
}

/** What is wrong with the answer to a challenge; null when it proves the secret. */
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
