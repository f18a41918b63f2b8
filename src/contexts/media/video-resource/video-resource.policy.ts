import { type Caller, isAdministrator } from '#kernel/access';
import { foundBy } from '#kernel/operations';
import { mediaTables } from '../media.tables.js';

/** The path parameter is the id of a resource. Only OWNER and ADMIN find unpublished ones. */
export const visibleVideoResource = foundBy({
  tables: mediaTables,
  name: 'find_visible_video_resource',
  sql: `select 1 from video_resources
    where organization_id = :organization and id = :id and (:seesUnpublished::boolean or status = 'published')`,
  parameters: { seesUnpublished: 'boolean' },
  values: (caller: Caller) => ({ seesUnpublished: isAdministrator(caller) }),
  notFound:
    'The video resource does not exist in the organization, or is unpublished and the caller is neither OWNER nor ADMIN.',
});
