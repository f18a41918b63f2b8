import { Injectable } from '@nestjs/common';
import { FileSettings } from '#contexts/files/files.public.js';
import { toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { isUsed } from '../media/media-uses.js';
import { mediaTables } from '../media.tables.js';
import { StorageUsage, UnreferencedMedia } from './storage-usage.dto.js';

const MB = 1_000_000;

// Media of erased people have no length any more.
const countStored = mediaTables
  .statement(
    'count_stored_media',
    {},
    `select count(*)::integer as media, coalesce(sum(bytes), 0)::double precision as bytes,
       (count(*) filter (where not used))::integer as "unusedMedia",
       coalesce(sum(bytes) filter (where not used), 0)::double precision as "unusedBytes"
     from (select m.byte_size as bytes, ${isUsed('m')} as used from media m
       where m.organization_id = :organization and m.upload_id is not null and m.byte_size is not null) stored`,
  )
  .returning<{ media: number; bytes: number; unusedMedia: number; unusedBytes: number }>();

const countOpen = mediaTables
  .statement(
    'count_open_uploads',
    { now: 'timestamptz' },
    `select count(*)::integer as uploads from uploads
     where organization_id = :organization and (status = 'checking' or status = 'open' and expires_at > :now)`,
  )
  .returning<{ uploads: number }>();

@Injectable()
export class StorageUsageService {
  constructor(private readonly settings: FileSettings) {}

  async read(scope: Scope): Promise<StorageUsage> {
    const { now } = scope;
    const [[stored], [open]] = await Promise.all([scope.query(countStored), scope.query(countOpen, { now })]);
    const { FILE_QUOTA_MB: limit } = this.settings;
    const unreferenced = toResource(UnreferencedMedia, { media: stored.unusedMedia, bytes: stored.unusedBytes });
    return toResource(StorageUsage, {
      ...{ bytes: stored.bytes, media: stored.media, unreferenced },
      limitBytes: limit > 0 ? limit * MB : null,
      openUploads: open.uploads,
      asOf: now,
    });
  }
}
