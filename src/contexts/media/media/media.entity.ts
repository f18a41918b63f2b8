import { Column, Entity } from 'typeorm';
import { TenantEntity } from '#kernel/persistence';

export const MEDIA_KINDS = ['video', 'image', 'file'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A video, image or file. The content is stored elsewhere, at its URL. */
@Entity({ name: 'media' })
export class MediaEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: MediaKind;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text' }) mimeType: string;
  @Column({ type: 'text' }) url: string;

  /** The poster of a video. */
  @Column({ type: 'uuid', nullable: true }) posterMediaId: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
