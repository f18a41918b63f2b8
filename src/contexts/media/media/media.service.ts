import { Injectable } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { invalidField } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Changes, InsertedRow } from '#kernel/persistence';
import { takeUpload } from '#contexts/files/files.public.js';
import { mintedAddress } from '#kernel/operations';
import {
  issueOfKind,
  toMedia,
  type CreateMediaRequest,
  type CreateMyMediaRequest,
  type Media,
  type MediaQuery,
} from './media.dto.js';
import { MediaEntity } from './media.entity.js';
import { createMedia } from './media.operations.js';
import { listShownMedia, shownParameters, shownToCaller, shownValues } from './shown-media.js';
import { mediaTables } from '../media.tables.js';

const listMedia = mediaTables.list('list_media', {
  rows: MediaEntity,
  by: ['kind'],
  where: shownToCaller('item'),
  parameters: shownParameters,
});

@Injectable()
export class MediaService {
  list(scope: Scope, query: MediaQuery): Promise<Page<Media>> {
    return scope.list(listMedia, { ...query, ...shownValues(scope.caller) }, (rows) => rows.map(toMedia));
  }

  async get(scope: Scope, id: string): Promise<Media> {
    return toMedia(await scope.get(MediaEntity, id));
  }

  async create(uow: UnitOfWork, request: CreateMediaRequest): Promise<Media> {
    const { kind, title, posterMediaId = null } = request;
    if (posterMediaId !== null) {
      const poster = (await listShownMedia(uow, [posterMediaId])).get(posterMediaId);
      if (poster?.kind !== 'image')
        throw invalidField('posterMediaId', 'must be a registered image of the organization');
    }
    const content = await contentOf(uow, request);
    const { mimeType, url } = content;
    const recorded = { kind, title, mimeType, posterMediaId, ...(content.uploadId === null && { url }) };
    return this.register(uow, { kind, title, ...content, posterMediaId, ownSide: false }, recorded);
  }

  /** Inserts media whose poster is checked. `changes` is what the audit entry has of it. */
  register(uow: UnitOfWork, columns: InsertedRow<MediaEntity>, changes: Changes): Media {
    const media = uow.insert(MediaEntity, columns);
    uow.record(createMedia.event, media, changes);
    return toMedia(media);
  }
}

type Content = Pick<MediaEntity, 'mimeType' | 'url' | 'uploadId' | 'byteSize' | 'sha256'>;

/** Where the content of new media is. An upload is used by this. */
export async function contentOf(uow: UnitOfWork, request: CreateMyMediaRequest): Promise<Content> {
  const { kind, mimeType = '', url = '', uploadId = null } = request;
  if (uploadId === null) return { mimeType, url, uploadId, byteSize: null, sha256: null };
  const file = await takeUpload(uow, uploadId);
  if (request.mimeType !== undefined && request.mimeType !== file.mimeType) {
    throw invalidField('mimeType', `must be ${file.mimeType}, which the upload is`);
  }
  const issue = issueOfKind(kind, file.mimeType);
  if (issue !== undefined) throw invalidField('kind', `must match the upload, which is ${file.mimeType}`);
  return { ...file, url: mintedAddress('content', `${uploadId}:${file.mimeType}`), uploadId };
}
