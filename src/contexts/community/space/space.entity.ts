import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const SPACE_SCOPES = ['organization', 'program', 'cohort', 'group'] as const;
export type SpaceScope = (typeof SPACE_SCOPES)[number];

export const POSTING = ['members', 'staff'] as const;
export type Posting = (typeof POSTING)[number];

export const SPACE_STATUSES = ['active', 'archived'] as const;
export type SpaceStatus = (typeof SPACE_STATUSES)[number];

export const SPACE = lifecycle<SpaceStatus>('space', { active: ['archived'], archived: [] });

/** Where the people of an organization, program, cohort or group talk. */
@Entity({ name: 'spaces' })
export class SpaceEntity extends TenantEntity {
  @RedactedColumn({ type: 'text' }) name: string;
  @RedactedColumn({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text' }) scope: SpaceScope;
  @Column({ type: 'uuid', nullable: true }) programId: string | null;
  @Column({ type: 'uuid', nullable: true }) cohortId: string | null;
  @Column({ type: 'uuid', nullable: true }) groupId: string | null;

  /** The group, cohort, program or organization whose people read it. */
  @InternalColumn({ type: 'uuid' }) placeId: string;
  @Column({ type: 'text' }) posting: Posting;
  @Column({ type: 'text' }) status: SpaceStatus;

  /** Posts and comments share one sequence. */
  @InternalColumn({ type: 'integer' }) lastNumber: number;
  /** How many of them are no comments. */
  @InternalColumn({ type: 'integer' }) postsMade: number;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
