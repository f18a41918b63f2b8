import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A note on an enrollment. Notes are never updated. */
@Entity({ name: 'enrollment_notes' })
export class NoteEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'text' }) body: string;
  @Column({ type: 'uuid' }) writtenBy: string;
  @Column({ type: 'timestamptz' }) writtenAt: Date;
}
