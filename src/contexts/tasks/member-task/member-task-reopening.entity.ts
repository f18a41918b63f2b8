import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A reopening of a task, with the completion that it undid. It goes along with the task to another enrollment. */
@Entity({ name: 'member_task_reopenings' })
export class MemberTaskReopeningEntity extends TenantEntity {
  @Column({ type: 'uuid' }) enrollmentId: string;
  @Column({ type: 'uuid' }) memberTaskId: string;
  @Column({ type: 'timestamptz', nullable: true }) completedAt: Date | null;
  @Column({ type: 'uuid', nullable: true }) reopenedBy: string | null;
  @Column({ type: 'timestamptz' }) reopenedAt: Date;
}
