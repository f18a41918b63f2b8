import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

/** What somebody wrote down about an enrollment. */
@Entity({ name: 'enrollment_notes' })
export class NoteEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  enrollmentId: string;

  @Column({ type: 'text' })
  body: string;

  @Column({ type: 'uuid' })
  writtenBy: string;

  @Column({ type: 'timestamptz' })
  writtenAt: Date;
}
