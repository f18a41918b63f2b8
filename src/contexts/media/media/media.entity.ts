import { Column, Entity } from 'typeorm';
import { InternalColumn, TenantEntity } from '#kernel/persistence';

export const MEDIA_KINDS = ['video', 'image', 'file'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** How many media a person may register on their own side. */
export const MAX_OWN_MEDIA = 1_000;

/** A video, image or file. Its content is elsewhere, at its URL, or an upload, whose URL is made for each reader. */
@Entity({ name: 'media' })
export class MediaEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: MediaKind;
  @Column({ type: 'text' }) title: string;
  @Column({ type: 'text' }) mimeType: string;
  @Column({ type: 'text' }) url: string;

  /** The poster of a video. */
  @Column({ type: 'uuid', nullable: true }) posterMediaId: string | null;

  /** Whether a person registered it on their own side, to hand it in: see `SHOWN_TO_CALLER`. Null for media from before 1.2. */
  @InternalColumn({ type: 'boolean', nullable: true }) ownSide: boolean | null;
  /** The upload of the content; null where it is stored elsewhere. */
  @InternalColumn({ type: 'uuid', nullable: true }) uploadId: string | null;
  @Column({ type: 'integer', nullable: true }) byteSize: number | null;
  @Column({ type: 'text', nullable: true }) sha256: string | null;
  @Column({ type: 'uuid' }) createdBy: string;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}
