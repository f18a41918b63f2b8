import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';
import type { PublishedKey } from './content-issues.js';
import type { Content } from './question.js';

export const FORM_STATUSES = ['draft', 'published', 'archived'] as const;
export type FormStatus = (typeof FORM_STATUSES)[number];

/** A published form is published again with each further version. */
export const FORM = lifecycle<FormStatus>('form', {
  draft: ['published', 'archived'],
  published: ['published', 'archived'],
  archived: [],
});

/** The questions, while they are written. People answer its versions. */
@Entity({ name: 'forms' })
export class FormEntity extends TenantEntity {
  @RedactedColumn({ type: 'text' }) name: string;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'text' }) status: FormStatus;
  @RedactedColumn({ type: 'jsonb' }) draft: Content;

  /** The meanings of the keys of all versions, which no further version may change. */
  @InternalColumn({ type: 'jsonb' }) publishedKeys: Record<string, PublishedKey>;

  /** Incremented with every change of the form. */
  @Column({ type: 'integer' }) revision: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz', nullable: true }) archivedAt: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** The questions as they were published: they never change. */
@Entity({ name: 'form_versions' })
export class FormVersionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) formId: string;

  /** From 1 on, in the order of publication. */
  @Column({ type: 'integer' }) number: number;
  @RedactedColumn({ type: 'jsonb' }) content: Content;
  @Column({ type: 'uuid' }) publishedBy: string;
  @Column({ type: 'timestamptz' }) publishedAt: Date;
}
