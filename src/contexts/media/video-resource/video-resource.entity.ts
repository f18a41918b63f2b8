import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const VIDEO_CATEGORIES = ['replay', 'video'] as const;
export type VideoCategory = (typeof VIDEO_CATEGORIES)[number];

export const VIDEO_STATUSES = ['published', 'unpublished'] as const;
export type VideoStatus = (typeof VIDEO_STATUSES)[number];

/** A resource is published on creation. It can be unpublished and published again any number of times. */
export const VIDEO_RESOURCE = lifecycle<VideoStatus>('resource', {
  published: ['unpublished'],
  unpublished: ['published'],
});

/** An entry of the video library. */
@Entity({ name: 'video_resources' })
export class VideoResourceEntity extends TenantEntity {
  @Column({ type: 'uuid' }) programId: string;
  @Column({ type: 'text' }) kind: 'replay_other' | 'video_answer';
  @Column({ type: 'text' }) category: VideoCategory;
  @Column({ type: 'text' }) title: string;

  /** Markdown. */
  @Column({ type: 'text', nullable: true }) description: string | null;
  @Column({ type: 'text', array: true }) tags: string[];

  /** The search keys of the tags: see `tagKey`. */
  @InternalColumn({ type: 'text', array: true }) tagKeys: string[];
  @Column({ type: 'text' }) status: VideoStatus;
  @Column({ type: 'uuid', nullable: true }) thumbnailMediaId: string | null;

  /** For an answer to one person only: the enrollment whose question it answers. No response shows it. */
  @InternalColumn({ type: 'uuid', nullable: true }) audienceEnrollmentId: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) publishedAt: Date;
  @Column({ type: 'timestamptz', nullable: true }) unpublishedAt: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
