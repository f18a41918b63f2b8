import { Injectable } from '@nestjs/common';
import type { Page } from '../platform/lists/page.js';
import { referenceTo } from '../platform/operations/reference.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import { toMedia, type CreateMediaRequest, type Media, type MediaQuery } from './media.dto.js';
import type { MediaEntity } from './media.entity.js';
import { mediaCreated } from './media.operations.js';
import { MediaRepository } from './media.repository.js';

const image = referenceTo('media', 'image media', `t.kind = 'image'`);

@Injectable()
export class MediaService {
  constructor(private readonly media: MediaRepository) {}

  list(scope: Scope, query: MediaQuery): Promise<Page<Media>> {
    return this.media.list(scope, query);
  }

  async get(scope: Scope, id: string): Promise<Media> {
    return toMedia(await this.media.get(scope, id));
  }

  async create(uow: UnitOfWork, request: CreateMediaRequest): Promise<Media> {
    const posterMediaId = request.posterMediaId ?? null;
    if (posterMediaId !== null) await image(uow, 'posterMediaId', posterMediaId);
    const { kind, title, mimeType, url } = request;
    const media = {
      id: uow.newId(),
      kind,
      title,
      mimeType,
      url,
      posterMediaId,
      createdBy: uow.caller.accountId,
      createdAt: uow.now,
    } satisfies Omit<MediaEntity, 'organizationId'>;
    this.media.add(uow, media);
    uow.record(mediaCreated, {
      targetId: media.id,
      changes: { kind, title, mimeType, url, posterMediaId },
      data: { mediaId: media.id, kind, title },
    });
    return toMedia(media);
  }
}
