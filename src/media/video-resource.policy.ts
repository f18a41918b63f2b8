import { isAdministrator, type Caller } from '../platform/access/caller.js';
import { notFound } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import { statement } from '../platform/persistence/statement.js';

/** What is not published is seen by OWNER and ADMIN only. */
export function seesUnpublished(caller: Caller): boolean {
  return isAdministrator(caller);
}

const findVisible = statement(
  'find_visible_video_resource',
  `select 1 from video_resources
   where organization_id = $1 and id = $2 and ($3::boolean or status = 'published')`,
);

/** The path names a resource; for whoever does not see it, it does not exist. */
export const visibleVideoResource: TargetPolicy = async (scope, id) => {
  const [row] = await scope.query(findVisible, [id, seesUnpublished(scope.caller)]);
  if (!row) throw notFound();
};
