import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, FieldsOf, Instant, MimeType, OneOf, Title, Uuid, WebAddress } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { MEDIA_KINDS, type MediaKind } from './media.entity.js';

/** A member registers media for their own submissions. */
export class CreateMyMediaRequest implements CrossChecked {
  @OneOf(MEDIA_KINDS, { description: 'Kind of media' }) kind: MediaKind;
  @Title({ min: 1, max: 200, description: 'Title', example: 'Giving feedback' }) title: string;

  @MimeType({ description: 'Must match kind: video/… for a video, image/… for an image', example: 'video/mp4' })
  mimeType: string;

  @WebAddress({ description: 'Where the content is stored' }) url: string;

  crossIssues(): FieldIssue[] {
    if (this.kind === 'file' || this.mimeType.startsWith(`${this.kind}/`)) return [];
    return [{ field: 'mimeType', issue: `must be ${this.kind}/… for kind ${this.kind}` }];
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

export class Media extends FieldsOf(CreateMyMediaRequest, 'kind', 'title', 'url') {
  @Uuid({ description: 'Media identifier' }) id: string;
  @MimeType({ description: 'MIME type', example: 'video/mp4' }) mimeType: string;
  @Uuid({ nullable: true, description: 'Poster of a video: a registered image' }) posterMediaId: string | null;
  @Uuid({ description: 'Account that registered it' }) createdBy: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
}
