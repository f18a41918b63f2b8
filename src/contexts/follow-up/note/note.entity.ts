import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

/** A note on an enrollment. Its text is never changed, only redacted. */
@Entity({ name: 'enrollment_notes' })
export class NoteEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @RedactedColumn({ type: 'text' }) body: string;
  @Column({ type: 'uuid' }) writtenBy: string;
  @Column({ type: 'timestamptz' }) writtenAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) redactedAt: Date | null;
}
