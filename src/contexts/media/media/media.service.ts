import { Injectable } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { administrators, allows } from '#kernel/access';
import { forbidden, invalidField } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Changes, InsertedRow } from '#kernel/persistence';
import { releaseUpload, takeUpload } from '#contexts/files/files.public.js';
import { mintedAddress } from '#kernel/operations';
import {
  issueOfKind,
  toDeletedMedia,
  toMedia,
  type CreateMediaRequest,
  type CreateMyMediaRequest,
  type DeletedMedia,
  type Media,
  type MediaQuery,
} from './media.dto.js';
import { MediaEntity } from './media.entity.js';
import { createMedia, mediaDeleted } from './media.operations.js';
import { refuseUsed } from './media-uses.js';
import { listShownMedia, shownParameters, shownToCaller, shownValues } from './shown-media.js';
import { mediaTables } from '../media.tables.js';

const deleteRow = mediaTables.statement(
  'delete_media',
  { id: 'uuid' },
  'delete from media where organization_id = :organization and id = :id',
);

const listMedia = mediaTables.list('list_media', {
  rows: MediaEntity,
  by: ['kind'],
  where: `(item.upload_id is null or item.own_side is not true) and ${shownToCaller('item')}`,
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

  /** Whoever is about to show it has locked it before, or waits, and then finds none. */
  async delete(uow: UnitOfWork, id: string): Promise<DeletedMedia> {
    const media = await uow.getForUpdate(MediaEntity, id);
    const isOwn = media.createdBy === uow.caller.accountId;
    if (!isOwn && !allows(administrators, uow.caller)) throw forbidden('Only OWNER and ADMIN delete media of others.');
    await refuseUsed(uow, id);
    uow.queue(deleteRow, { id });
    if (media.uploadId !== null) await releaseUpload(uow, media.uploadId);
    uow.record(mediaDeleted, media, ['kind']);
    return toDeletedMedia(media);
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
