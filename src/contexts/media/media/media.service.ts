import { Injectable } from '@nestjs/common';
import { toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { invalidField } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { Changes, InsertedRow } from '#kernel/persistence';
import { Media, type CreateMediaRequest, type MediaQuery } from './media.dto.js';
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
    return scope.list(listMedia, { ...query, ...shownValues(scope.caller) }, toResources(Media));
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
    uow.record(createMedia.event, media, changes);
    return toResource(Media, media);
  }
}
