import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields';
import { listPage, type Narrowing, type Page } from '#kernel/lists';
import { invalidField } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Changes, InsertedRow } from '#kernel/persistence';
import { Media, type CreateMediaRequest, type MediaQuery } from './media.dto.js';
import { MediaEntity } from './media.entity.js';
import { createMedia } from './media.operations.js';
import { listShownMedia, shownToCaller, shownValues } from './shown-media.js';

@Injectable()
export class MediaService {
  list(scope: Scope, query: MediaQuery): Promise<Page<Media>> {
    const narrowing: Narrowing<MediaEntity> = {
      equal: { kind: query.kind },
      where: (select) => select.andWhere(shownToCaller('"row"'), shownValues(scope.caller)),
    };
    return listPage(scope, MediaEntity, query, narrowing, (media) => toResource(Media, media));
  }

  async get(scope: Scope, id: string): Promise<Media> {
    return toResource(Media, await scope.get(MediaEntity, id));
  }

  async create(uow: UnitOfWork, request: CreateMediaRequest): Promise<Media> {
    const { kind, title, mimeType, url, posterMediaId = null } = request;
    if (posterMediaId !== null) {
      const poster = (await listShownMedia(uow, [posterMediaId])).get(posterMediaId);
      if (poster?.kind !== 'image')
        throw invalidField('posterMediaId', 'must be a registered image of the organization');
    }
    const columns = { kind, title, mimeType, url, posterMediaId };
    return this.register(uow, { ...columns, ownSide: false }, columns);
  }

  /** Inserts media whose poster is checked. `changes` is what the audit entry has of it. */
  register(uow: UnitOfWork, columns: InsertedRow<MediaEntity>, changes: Changes): Media {
    const media = uow.insert(MediaEntity, columns);
    const { id, kind, title } = media;
    uow.record(createMedia.event, { targetId: id, changes, data: { mediaId: id, kind, title } });
    return toResource(Media, media);
  }
}
