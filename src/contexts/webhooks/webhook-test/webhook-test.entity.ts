import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';
import { TRANSPORT_ERRORS } from '#kernel/outgoing';

/** Why a test failed. superseded: the subscription was changed before the message could be sent. */
export const WEBHOOK_TEST_ERRORS = [...TRANSPORT_ERRORS, 'bad_status', 'superseded'] as const;
export type WebhookTestError = (typeof WEBHOOK_TEST_ERRORS)[number];

/** One test message of a subscription. Its id is the webhook-id of the message. */
@Entity({ name: 'webhook_tests' })
export class WebhookTestEntity extends TenantEntity {
  @Column({ type: 'uuid' }) subscriptionId: string;
  /** Only a message that is signed with this version of the secret is sent. */
  @Column({ type: 'integer' }) secretVersion: number;
  @Column({ type: 'timestamptz' }) requestedAt: Date;
  /** Null until the outcome is known. */
  @Column({ type: 'timestamptz', nullable: true }) completedAt: Date | null;
  @Column({ type: 'integer', nullable: true }) latencyMs: number | null;
  @Column({ type: 'integer', nullable: true }) responseStatus: number | null;
  @Column({ type: 'text', nullable: true }) responseBody: string | null;
  @Column({ type: 'text', nullable: true }) error: WebhookTestError | null;
}
