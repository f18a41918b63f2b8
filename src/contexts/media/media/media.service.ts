import { Injectable } from '@nestjs/common';
import { toResource } from '#kernel/fields/to-resource.js';
import { listPage } from '#kernel/lists/list-page.js';
import type { Page } from '#kernel/lists/page.js';
import { referenceTo } from '#kernel/operations/reference.js';
import type { Scope } from '#kernel/persistence/scope.js';
import type { UnitOfWork } from '#kernel/persistence/unit-of-work.js';
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
    const given = { kind, title, mimeType, url, posterMediaId };
    const media = uow.insert(MediaEntity, given);
    uow.record(createMedia.event, { targetId: media.id, changes: given, data: { mediaId: media.id, kind, title } });
    return toResource(Media, media);
  }
}
