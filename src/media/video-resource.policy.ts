import { isAdministrator, type Caller } from '../platform/access/caller.js';
import { forbidden, notFound } from '../platform/errors/service-error.js';
import type { TargetPolicy } from '../platform/operations/operation.js';
import type { Scope } from '../platform/persistence/scope.js';
import { statement } from '../platform/persistence/statement.js';
import type { VideoResource } from './video-resource.dto.js';

/** What is not published is seen by OWNER and ADMIN only. */
export function seesUnpublished(caller: Caller): boolean {
  return isAdministrator(caller);
}

const findVisible = statement(
  'find_visible_video_resource',
  `select 1 from video_resources
   where organization_id = $1 and id = $2 and ($3::boolean or status = 'published')`,
);

async function isVisible(scope: Scope, id: string): Promise<boolean> {
  return (await scope.query(findVisible, [id, seesUnpublished(scope.caller)])).length > 0;
}

/** The caller's own first result; another's only where the caller may still see it, else 403. */
export async function narrowToVisible(scope: Scope, first: VideoResource): Promise<VideoResource> {
  if (first.createdBy !== scope.caller.accountId && !(await isVisible(scope, first.id))) throw forbidden();
  return first;
}

/** The path names a resource; for whoever does not see it, it does not exist. */
export const visibleVideoResource: TargetPolicy = async (scope, id) => {
  if (!(await isVisible(scope, id))) throw notFound();
};
