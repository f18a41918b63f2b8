import { Injectable } from '@nestjs/common';
import { notFound } from '../platform/errors/service-error.js';
import { listPage } from '../platform/lists/list-page.js';
import type { Page } from '../platform/lists/page.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { NewRow } from '../platform/persistence/tenant-entity.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toMedia, type Media, type MediaQuery } from './media.dto.js';
import { MediaEntity } from './media.entity.js';

@Injectable()
export class MediaRepository {
  list(scope: Scope, query: MediaQuery): Promise<Page<Media>> {
    return listPage(scope, MediaEntity, query, { equal: { kind: query.kind } }, toMedia);
  }

  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<MediaEntity> {
    const media = await scope.manager.findOneBy(MediaEntity, { organizationId: scope.organizationId, id });
    if (!media) throw notFound();
    return media;
  }

  add(uow: UnitOfWork, media: NewRow<MediaEntity>): void {
    uow.insert(MediaEntity, media);
  }
}
