import { Injectable } from '@nestjs/common';
import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { forbidden } from '#kernel/errors';
import { rowLimit, type UnitOfWork } from '#kernel/work';
import type { CreateMyMediaRequest, Media } from '../media/media.dto.js';
import { MAX_OWN_MEDIA } from '../media/media.entity.js';
import { MediaService } from '../media/media.service.js';
import { mediaTables } from '../media.tables.js';
import { mediaLimit } from './my-media.operations.js';

// Locked, so that concurrent requests of the person are counted one after the other.
const findRunning = mediaTables.statement(
  'person_has_running_enrollment',
  { account: 'uuid' },
  `select 1 from enrollments e
   where e.organization_id = :organization and ${OF_PERSON} and e.status in ('active', 'paused')
   order by e.id limit 1 for no key update of e`,
);

const limitOwnMedia = rowLimit(mediaTables, 'media', {
  of: 'created_by',
  where: 'own_side',
  most: MAX_OWN_MEDIA,
  refused: mediaLimit,
});

@Injectable()
export class MyMediaService {
  constructor(private readonly media: MediaService) {}

  async create(uow: UnitOfWork, { kind, title, mimeType, url }: CreateMyMediaRequest): Promise<Media> {
    const [running] = await uow.query(findRunning, { account: uow.caller.accountId });
    if (!running) throw forbidden('Requires an active or paused enrollment.');
    await limitOwnMedia(uow, uow.caller.accountId);
    return this.media.register(uow, { kind, title, mimeType, url, ownSide: true }, { kind, mimeType });
  }
}
