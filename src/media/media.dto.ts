import type { FieldIssue } from '../platform/errors/service-error.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, Title } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { WebAddress } from '../platform/fields/web-address.js';
import { PageQuery } from '../platform/lists/page.js';
import type { CrossChecked } from '../platform/operations/validation.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import { MEDIA_KINDS, type MediaEntity, type MediaKind } from './media.entity.js';
import { MimeType } from './mime-type.js';

export class CreateMediaRequest implements CrossChecked {
  @OneOf(MEDIA_KINDS, { description: 'Kind' })
  kind: MediaKind;

  @Title({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' })
  title: string;

  @MimeType({ description: 'Of the kind: video/… for a video, image/… for an image', example: 'video/mp4' })
  mimeType: string;

  @WebAddress({ description: 'Where the organization keeps it' })
  url: string;

  @Uuid({ optional: true, nullable: true, description: 'The image media shown for a video', example: null })
  posterMediaId?: string | null;

  crossIssues(): FieldIssue[] {
    const issues: FieldIssue[] = [];
    if (this.kind !== 'file' && !this.mimeType.startsWith(`${this.kind}/`)) {
      issues.push({ field: 'mimeType', issue: `must be ${this.kind}/… for this kind` });
    }
    if (this.kind !== 'video' && (this.posterMediaId ?? null) !== null) {
      issues.push({ field: 'posterMediaId', issue: 'must be absent for this kind' });
    }
    return issues;
  }
}

export class MediaQuery extends PageQuery {
  @OneOf(MEDIA_KINDS, { optional: true, description: 'Media of this kind' })
  kind?: MediaKind;
}

export class Media {
  @Uuid({ description: 'Media identifier' })
  id: string;

  @OneOf(MEDIA_KINDS, { description: 'Kind' })
  kind: MediaKind;

  @Text({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' })
  title: string;

  @MimeType({ description: 'MIME type', example: 'video/mp4' })
  mimeType: string;

  @WebAddress({ description: 'Where the organization keeps it' })
  url: string;

  @Uuid({ nullable: true, description: 'The image media shown for a video' })
  posterMediaId: string | null;

  @Uuid({ description: 'Creating account' })
  createdBy: string;

  @Instant({ description: 'Creation, UTC' })
  createdAt: string;
}

export function toMedia(row: NewRow<MediaEntity>): Media {
  const { id, kind, title, mimeType, url, posterMediaId, createdBy, createdAt } = row;
  return { id, kind, title, mimeType, url, posterMediaId, createdBy, createdAt: createdAt.toISOString() };
}
