import { Column, Entity } from 'typeorm';
import { TenantEntity } from '../platform/persistence/tenant-entity.js';

/** One video of a resource, in display order. */
@Entity({ name: 'video_resource_videos' })
export class VideoResourceVideoEntity extends TenantEntity {
  @Column({ type: 'uuid' })
  videoResourceId: string;

  @Column({ type: 'uuid' })
  mediaId: string;

  /** Counts from 1. */
  @Column({ type: 'integer' })
  position: number;

  /** Null where the media's title is shown. */
  @Column({ type: 'text', nullable: true })
  title: string | null;
}
