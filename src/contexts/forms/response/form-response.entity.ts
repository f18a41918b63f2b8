import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';
import type { Answers } from '../form/question.js';

export const RESPONSE_STATUSES = ['draft', 'submitted', 'voided'] as const;
export type ResponseStatus = (typeof RESPONSE_STATUSES)[number];

export const FORM_RESPONSE = lifecycle<ResponseStatus>('form response', {
  draft: ['submitted'],
  submitted: ['voided'],
  voided: [],
});

/** The answers to a version of a form. */
@Entity({ name: 'form_responses' })
export class FormResponseEntity extends TenantEntity {
  @Column({ type: 'uuid' }) formId: string;
  @Column({ type: 'uuid' }) formVersionId: string;

  /** Null for a response by an intake link. */
  @Column({ type: 'uuid', nullable: true }) formAssignmentId: string | null;
  @Column({ type: 'uuid', nullable: true }) intakeLinkId: string | null;

  /** Null for a response by an intake link until it is linked. */
  @Column({ type: 'uuid', nullable: true }) enrollmentId: string | null;
  @Column({ type: 'text' }) status: ResponseStatus;
  @RedactedColumn({ type: 'jsonb' }) answers: Answers;

  /** The keys of answers that were left out because their questions were hidden. */
  @Column({ type: 'jsonb' }) ignored: string[];

  /** Incremented with every change of the answers. */
  @Column({ type: 'integer' }) revision: number;
  /** Null for a response by an intake link. */
  @Column({ type: 'uuid', nullable: true }) answeredBy: string | null;

  /** The first submission, from which the time to edit is counted. */
  @Column({ type: 'timestamptz', nullable: true }) submittedAt: Date | null;
  @Column({ type: 'timestamptz', nullable: true }) reopenedUntil: Date | null;

  /** The outcome entries that the answers recorded, by key. */
  @InternalColumn({ type: 'jsonb' }) outcomeEntries: Record<string, string>;
  @RedactedColumn({ type: 'text', nullable: true }) voidReason: string | null;
  @Column({ type: 'timestamptz', nullable: true }) redactedAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) redactReason: string | null;
  /** SHA-256 of the Idempotency-Key that a response by an intake link was sent with, and the fingerprint of its body. */
  @InternalColumn({ type: 'bytea', nullable: true }) intakeKey: Buffer | null;
  @InternalColumn({ type: 'bytea', nullable: true }) intakeFingerprint: Buffer | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** A response as it was before it was submitted again. */
@Entity({ name: 'form_response_revisions' })
export class FormResponseRevisionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) formResponseId: string;
  @Column({ type: 'integer' }) revision: number;
  @Column({ type: 'uuid' }) formVersionId: string;
  @RedactedColumn({ type: 'jsonb' }) answers: Answers;
  @Column({ type: 'jsonb' }) ignored: string[];
  @Column({ type: 'uuid' }) answeredBy: string;
  @Column({ type: 'timestamptz' }) submittedAt: Date;
}
