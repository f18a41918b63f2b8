import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

export const REPORT_REASONS = ['spam', 'abuse', 'personal_data', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATUSES = ['open', 'upheld', 'dismissed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** The report of a post by a member, which a moderation case answers. */
@Entity({ name: 'post_reports' })
export class PostReportEntity extends TenantEntity {
  @Column({ type: 'uuid' }) moderationCaseId: string;
  @Column({ type: 'uuid' }) postId: string;
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text' }) reason: ReportReason;
  @RedactedColumn({ type: 'text', nullable: true }) text: string | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
