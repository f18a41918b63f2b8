import { refusal } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { mediaTables } from '../media.tables.js';

export const mediaInUse = refusal('media_in_use', 'The media is in use; `details` names where.');

const NAMED = 20;

/** Where media are shown: the name of the place, its id, and the rows with the media. */
const PLACES = [
  { place: 'submission', id: 'id', rows: 'submissions', media: 'media_id' },
  { place: 'answer', id: 'form_response_id', rows: 'form_response_files', media: 'media_id' },
  { place: 'post', id: 'post_id', rows: 'post_media', media: 'media_id' },
  { place: 'lesson', id: 'lesson_id', rows: 'lesson_media', media: 'media_id' },
  { place: 'video', id: 'video_resource_id', rows: 'video_resource_videos', media: 'media_id' },
  { place: 'thumbnail', id: 'id', rows: 'video_resources', media: 'thumbnail_media_id' },
  { place: 'poster', id: 'id', rows: 'media', media: 'poster_media_id' },
];

/** SQL condition: something shows the media `m`. */
export function isUsed(m: string): string {
  const uses = PLACES.map(
    ({ rows, media }) =>
      `exists (select 1 from ${rows} u where u.organization_id = :organization and u.${media} = ${m}.id)`,
  );
  return `(${uses.join(' or ')})`;
}

const listUses = mediaTables
  .statement(
    'list_uses_of_media',
    { media: 'uuid' },
    `select place, id from (${PLACES.map(
      ({ place, id, rows, media }) =>
        `select '${place}' as place, ${id} as id from ${rows} where organization_id = :organization and ${media} = :media`,
    ).join(' union all ')}) uses limit ${NAMED}`,
  )
  .returning<{ place: string; id: string }>();

/** Throws 409 where the media, whose row is locked, is in use. */
export async function refuseUsed(uow: UnitOfWork, media: string): Promise<void> {
  const uses = await uow.query(listUses, { media });
  const details = uses.map(({ place, id }) => ({ field: place, issue: `uses the media: ${id}` }));
  if (details.length > 0) throw mediaInUse.error(undefined, { details });
}
