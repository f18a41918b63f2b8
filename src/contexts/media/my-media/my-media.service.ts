import { Injectable } from '@nestjs/common';
import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { forbidden } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import type { CreateMyMediaRequest, Media } from '../media/media.dto.js';
import { MediaService } from '../media/media.service.js';
import { mediaTables } from '../media.tables.js';

const findRunning = mediaTables.statement(
  'person_has_running_enrollment',
  { account: 'uuid' },
  `select 1 from enrollments e
   where e.organization_id = :organization and ${OF_PERSON} and e.status in ('active', 'paused') limit 1`,
);

@Injectable()
export class MyMediaService {
  constructor(private readonly media: MediaService) {}

  async create(uow: UnitOfWork, { kind, title, mimeType, url }: CreateMyMediaRequest): Promise<Media> {
    const [running] = await uow.query(findRunning, { account: uow.caller.accountId });
    if (!running) throw forbidden('Requires an active or paused enrollment.');
    return this.media.register(uow, { kind, title, mimeType, url }, { kind, mimeType });
  }
}
