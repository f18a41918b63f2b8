import { isAdministrator } from '#kernel/access';
import { notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { mediaTables } from '../media.tables.js';

const findVisible = mediaTables.statement(
  'find_visible_video_resource',
  { id: 'uuid', seesUnpublished: 'boolean' },
  `select 1 from video_resources
   where organization_id = :organization and id = :id and (:seesUnpublished::boolean or status = 'published')`,
);

/** Only OWNER and ADMIN see unpublished resources. */
async function isVisible(scope: Scope, id: string): Promise<boolean> {
  return (await scope.query(findVisible, { id, seesUnpublished: isAdministrator(scope.caller) })).length > 0;
}

/** The path parameter is the id of a resource. A resource that the caller cannot see is not found. */
export const visibleVideoResource: TargetPolicy = {
  notFound:
    'The video resource does not exist in the organization, or is unpublished and the caller is neither OWNER nor ADMIN.',
  authorize: async (scope, id) => {
    if (!(await isVisible(scope, id))) throw notFound();
  },
};
