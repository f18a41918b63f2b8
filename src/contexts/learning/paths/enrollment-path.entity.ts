import { Column, Entity } from 'typeorm';
import { RedactedColumn, TenantEntity } from '#kernel/persistence';

/** A time during which an enrollment follows a path, or none again. */
@Entity({ name: 'enrollment_paths' })
export class EnrollmentPathEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid', nullable: true }) pathId: string | null;
  @Column({ type: 'timestamptz' }) since: Date;

  /** Null: now. */
  @Column({ type: 'timestamptz', nullable: true }) until: Date | null;

  /** When the whole plan of the path was done for the first time: in one of its rows of the enrollment at most. */
  @Column({ type: 'timestamptz', nullable: true }) completedAt: Date | null;
  @RedactedColumn({ type: 'text', nullable: true }) reason: string | null;
}
