import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

/** A video of a resource. */
@Entity({ name: 'video_resource_videos' })
export class VideoResourceVideoEntity extends TenantEntity {
  @Column({ type: 'uuid' }) videoResourceId: string;
  @Column({ type: 'uuid' }) mediaId: string;

  /** Position in the display order, from 1. */
  @Column({ type: 'integer' }) position: number;

  /** Null: the title of the media is shown. */
  @Column({ type: 'text', nullable: true }) title: string | null;
}
