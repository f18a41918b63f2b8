import type { Row, Tenant } from '../tenant.js';
import { media } from './media.js';
import { program } from './program.js';

/** A published resource of the video library with its videos, in order. */
export async function videoResource(school: Tenant, row: Row = {}, mediaIds: string[] = []): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('video_resources', {
    program_id: row.program_id ?? (await program(school)),
    kind: 'replay_other',
    category: 'video',
    title: 'Giving feedback',
    tags: [],
    tag_keys: [],
    status: 'published',
    created_by: school.owner.accountId,
    published_at: now,
    created_at: now,
    updated_at: now,
    ...row,
  });
  for (const [index, mediaId] of (mediaIds.length > 0 ? mediaIds : [await media(school)]).entries()) {
    await school.insert('video_resource_videos', { video_resource_id: id, media_id: mediaId, position: index + 1 });
  }
  return id;
}
