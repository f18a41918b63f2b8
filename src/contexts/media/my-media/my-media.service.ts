import { Injectable } from '@nestjs/common';
import { hasRunningEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { forbidden } from '#kernel/errors';
import { rowLimit, type UnitOfWork } from '#kernel/work';
import type { CreateMyMediaRequest, Media } from '../media/media.dto.js';
import { MAX_OWN_MEDIA } from '../media/media.entity.js';
import { contentOf, MediaService } from '../media/media.service.js';
import { mediaTables } from '../media.tables.js';
import { mediaLimit } from './my-media.operations.js';

const limitOwnMedia = rowLimit(mediaTables, 'media', {
  of: 'created_by',
  where: 'own_side',
  most: MAX_OWN_MEDIA,
  refused: mediaLimit,
});

@Injectable()
export class MyMediaService {
  constructor(private readonly media: MediaService) {}

  async create(uow: UnitOfWork, request: CreateMyMediaRequest): Promise<Media> {
    if (!(await hasRunningEnrollment(uow))) throw forbidden('Requires an active or paused enrollment.');
    await limitOwnMedia(uow, uow.caller.accountId);
    const { kind, title } = request;
    const content = await contentOf(uow, request);
    return this.media.register(uow, { kind, title, ...content, ownSide: true }, { kind, mimeType: content.mimeType });
  }
}
