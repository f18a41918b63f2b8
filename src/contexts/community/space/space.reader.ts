import { notFound } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import { newestFirst, type Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { POSTS, READS } from '../access/access-sql.js';
import { accessParameters, accessValues, CALLER_AND_SPACES } from '../access/space-access.js';
import { communityTables } from '../community.tables.js';
import { Space, type SpaceQuery } from './space.dto.js';
import type { SpaceEntity } from './space.entity.js';

type SpaceRow = Omit<SpaceEntity, 'organizationId' | 'placeId' | 'postsMade'> &
  Pick<Space, 'newPosts' | 'newActivity' | 'mayPost'>;

// Both counts are differences: whatever becomes of posts, they stay what was made since.
const COLUMNS = `s.id, s.name, s.description, s.scope, s.program_id as "programId", s.cohort_id as "cohortId",
  s.group_id as "groupId", s.posting, s.status, s.last_number as "lastNumber", s.created_by as "createdBy",
  s.created_at as "createdAt", s.updated_at as "updatedAt",
  s.posts_made - coalesce(marker.posts_through, 0) as "newPosts",
  s.last_number - coalesce(marker.through, 0) as "newActivity", ${POSTS} as "mayPost"`;

const READABLE = `from ${CALLER_AND_SPACES}
  left join read_markers marker on marker.organization_id = s.organization_id and marker.space_id = s.id
    and marker.member_id = m.id
  where s.organization_id = :organization and ${READS}`;

const findSpace = communityTables
  .statement('find_readable_space', { id: 'uuid', ...accessParameters }, `select ${COLUMNS} ${READABLE} and s.id = :id`)
  .returning<SpaceRow>();

const listReadable = communityTables
  .list('list_spaces', {
    parameters: accessParameters,
    filters: {
      scope: ['text', 's.scope = :scope'],
      programId: ['uuid', 's.program_id = :programId'],
      cohortId: ['uuid', 's.cohort_id = :cohortId'],
    },
    order: newestFirst('id', 's.id'),
    sql: ({ conditions, orderAndLimit }) => `select ${COLUMNS} ${READABLE} ${conditions} ${orderAndLimit}`,
  })
  .returning<SpaceRow>();

/** A space as the caller sees it. Throws 404 where they may not read it. */
export async function readSpace(scope: Scope, id: string): Promise<Space> {
  const [row] = await scope.query(findSpace, { id, ...accessValues(scope) });
  if (!row) throw notFound();
  return toResource(Space, row);
}

export function readSpaces(scope: Scope, query: SpaceQuery): Promise<Page<Space>> {
  return scope.list(listReadable, { ...query, ...accessValues(scope) }, toResources(Space));
}
