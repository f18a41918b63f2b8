import type { FieldIssue } from '#kernel/errors';
import {
  type CrossChecked,
  FieldsOf,
  Flag,
  Instant,
  MimeType,
  OneOf,
  ServiceAddress,
  Text,
  Title,
  toResource,
  Uuid,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import { MEDIA_KINDS, type MediaEntity, type MediaKind } from './media.entity.js';

/** Tells how a MIME type must match a kind; undefined where it does. */
export function issueOfKind(kind: MediaKind, mimeType: string): string | undefined {
  return kind === 'file' || mimeType.startsWith(`${kind}/`) ? undefined : `must be ${kind}/… for kind ${kind}`;
}

/** A member registers media for their own submissions. */
export class CreateMyMediaRequest implements CrossChecked {
  @OneOf(MEDIA_KINDS, { description: 'Kind of media' }) kind: MediaKind;
  @Title({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' }) title: string;

  @MimeType({
    optional: true,
    description:
      'Must match kind: video/… for a video, image/… for an image. Required with url; with uploadId, that of the file',
    example: 'video/mp4',
  })
  mimeType?: string;

  @WebAddress({ optional: true, description: 'Where the content is stored, if it is stored elsewhere' }) url?: string;

  @Uuid({
    optional: true,
    nullable: true,
    description: 'An upload of the caller that is ready, in place of url; it is used by this',
    example: null,
  })
  uploadId?: string | null;

  crossIssues(): FieldIssue[] {
    const issues: FieldIssue[] = [];
    const isUploaded = (this.uploadId ?? null) !== null;
    if (isUploaded && this.url !== undefined) issues.push({ field: 'uploadId', issue: 'must be absent beside url' });
    for (const field of ['mimeType', 'url'] as const) {
      if (!isUploaded && this[field] === undefined) issues.push({ field, issue: 'is required' });
    }
    const kindIssue = this.mimeType === undefined ? undefined : issueOfKind(this.kind, this.mimeType);
    return kindIssue === undefined ? issues : [...issues, { field: 'mimeType', issue: kindIssue }];
  }
}

export class CreateMediaRequest extends CreateMyMediaRequest {
  @Uuid({ optional: true, nullable: true, description: 'Poster of a video: a registered image', example: null })
  posterMediaId?: string | null;

  override crossIssues(): FieldIssue[] {
    const issues = super.crossIssues();
    if (this.kind !== 'video' && (this.posterMediaId ?? null) !== null) {
      issues.push({ field: 'posterMediaId', issue: `must be absent for kind ${this.kind}` });
    }
    return issues;
  }
}

export class MediaQuery extends PageQuery {
  @OneOf(MEDIA_KINDS, { optional: true, description: 'Only media of this kind' }) kind?: MediaKind;
}

/** Media that are gone: nothing is to be read. */
export class DeletedMedia extends FieldsOf(CreateMyMediaRequest, 'kind', 'title') {
  @Uuid({ description: 'Media identifier' }) id: string;
  @MimeType({ description: 'MIME type', example: 'video/mp4' }) mimeType: string;
  @Flag({ description: 'Whether the service stores the content', example: false }) stored: boolean;

  @WholeNumber({ min: 1, nullable: true, description: 'Length of a stored file, in bytes', example: null })
  byteSize: number | null;

  @Text({ nullable: true, description: 'SHA-256 of a stored file, hexadecimal', example: null }) sha256: string | null;
  @Uuid({ nullable: true, description: 'Poster of a video: a registered image' }) posterMediaId: string | null;
  @Uuid({ description: 'Account that registered it' }) createdBy: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
}

export class Media extends DeletedMedia {
  @ServiceAddress()
  @WebAddress({
    description:
      'Where the content is read. Of a stored file, it is made for the caller, and good for 15 minutes, or 4 hours to play',
  })
  url: string;
}

export function toMedia(row: NewRow<MediaEntity>): Media {
  return toResource(Media, { ...row, stored: row.uploadId !== null });
}

export function toDeletedMedia({ url: _, ...row }: MediaEntity): DeletedMedia {
  return toResource(DeletedMedia, { ...row, stored: row.uploadId !== null });
}
