import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { listPage, type Page } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Changes, InsertedRow } from '#kernel/persistence';
import { mediaTables } from '../media.tables.js';
import { Media, type CreateMediaRequest, type MediaQuery } from './media.dto.js';
import { MediaEntity } from './media.entity.js';
import { createMedia } from './media.operations.js';

const image = referenceTo('registered image', mediaTables, 'media', `t.kind = 'image'`);

@Injectable()
export class MediaService {
  list(scope: Scope, query: MediaQuery): Promise<Page<Media>> {
    const narrowing = { equal: { kind: query.kind } };
    return listPage(scope, MediaEntity, query, narrowing, (media) => toResource(Media, media));
  }

  async get(scope: Scope, id: string): Promise<Media> {
    return toResource(Media, await scope.get(MediaEntity, id));
  }

  async create(uow: UnitOfWork, request: CreateMediaRequest): Promise<Media> {
    const { kind, title, mimeType, url, posterMediaId = null } = request;
    if (posterMediaId !== null) await image(uow, 'posterMediaId', posterMediaId);
    const columns = { kind, title, mimeType, url, posterMediaId };
    return this.register(uow, columns, columns);
  }

  /** Inserts media whose poster is checked. `changes` is what the audit entry has of it. */
  register(uow: UnitOfWork, columns: InsertedRow<MediaEntity>, changes: Changes): Media {
    const media = uow.insert(MediaEntity, columns);
    const { id, kind, title } = media;
    uow.record(createMedia.event, { targetId: id, changes, data: { mediaId: id, kind, title } });
    return toResource(Media, media);
  }
}
