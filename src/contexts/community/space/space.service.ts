import { Injectable } from '@nestjs/common';
import { checkProgramContent } from '#contexts/programs/programs.public.js';
import { invalidField, notFound } from '#kernel/errors';
import { rowLimit, type UnitOfWork } from '#kernel/work';
import { accessTo } from '../access/space-access.js';
import { communityTables } from '../community.tables.js';
import type { CreateSpaceRequest, MarkSpaceReadRequest, ReadMarker, Space, UpdateSpaceRequest } from './space.dto.js';
import { SPACE, SpaceEntity } from './space.entity.js';
import { createSpace, MAX_SPACES, spaceLimit, updateSpace } from './space.operations.js';
import { readSpace } from './space.reader.js';

/** The container of a new space, locked: concurrent creations are counted one after the other. */
const lockPlaces = {
  program: communityTables.statement(
    'lock_program_of_space',
    { id: 'uuid' },
    `select p.id as "programId" from programs p where p.organization_id = :organization and p.id = :id for no key update`,
  ),
  cohort: communityTables.statement(
    'lock_cohort_of_space',
    { id: 'uuid' },
    `select k.program_id as "programId" from cohorts k
     where k.organization_id = :organization and k.id = :id for no key update`,
  ),
  group: communityTables.statement(
    'lock_group_of_space',
    { id: 'uuid' },
    `select g.program_id as "programId" from groups g where g.organization_id = :organization and g.id = :id
     for no key update`,
  ),
};

const findProgram = communityTables.statement(
  'find_program_of_space',
  { id: 'uuid' },
  'select 1 from programs where organization_id = :organization and id = :id',
);

// The organization is no row of a tenant. Its first member is, and stays, whether or not they have left.
const lockFirstMember = communityTables.statement(
  'lock_first_member_of_organization',
  {},
  `select 1 from members where organization_id = :organization order by id limit 1 for no key update`,
);

const limitSpaces = rowLimit(communityTables, 'spaces', {
  of: 'place_id',
  where: `status = 'active'`,
  most: MAX_SPACES,
  refused: spaceLimit,
});

const mark = communityTables.statement(
  'mark_space_read',
  { id: 'uuid', space: 'uuid', member: 'uuid', through: 'integer', posts: 'integer' },
  `insert into read_markers (organization_id, id, space_id, member_id, through, posts_through)
   values (:organization, :id, :space, :member, :through, :posts)
   on conflict (organization_id, space_id, member_id) do update set
     through = greatest(read_markers.through, excluded.through),
     posts_through = greatest(read_markers.posts_through, excluded.posts_through)`,
);

const countPosts = communityTables
  .statement(
    'count_posts_through_number',
    { space: 'uuid', number: 'integer' },
    `select posts_through as posts from posts
     where organization_id = :organization and space_id = :space and number = :number`,
  )
  .returning<{ posts: number }>();

@Injectable()
export class SpaceService {
  async create(uow: UnitOfWork, request: CreateSpaceRequest): Promise<Space> {
    const { name, description = null, scope, programId = null, cohortId = null, groupId = null } = request;
    const placeId = groupId ?? cohortId ?? programId ?? uow.organizationId;
    const program = scope === 'organization' ? null : await this.programOf(uow, scope, placeId);
    if (scope === 'cohort' && program !== programId) {
      if ((await uow.query(findProgram, { id: programId })).length === 0) throw notFound();
      throw invalidField('cohortId', 'must be a cohort of the program');
    }
    await checkProgramContent(uow, program);
    if (scope === 'organization') await uow.query(lockFirstMember);
    await limitSpaces(uow, placeId);
    const space = uow.insert(SpaceEntity, {
      ...{ name, description, scope, programId, cohortId, groupId, placeId, posting: request.posting ?? 'members' },
      ...{ status: 'active', lastNumber: 0, postsMade: 0 },
    });
    uow.record(createSpace.event, space, ['scope', 'programId', 'cohortId', 'groupId', 'posting']);
    return readSpace(uow, space.id);
  }

  async update(uow: UnitOfWork, id: string, request: UpdateSpaceRequest): Promise<Space> {
    const space = await uow.getForUpdate(SpaceEntity, id);
    SPACE.require(space, 'active');
    uow.patch(SpaceEntity, space, request, updateSpace.event);
    return readSpace(uow, id);
  }

  async markRead(uow: UnitOfWork, id: string, { through }: MarkSpaceReadRequest): Promise<ReadMarker> {
    await accessTo(uow, id);
    const posts = through === 0 ? 0 : (await uow.query(countPosts, { space: id, number: through })).at(0)?.posts;
    if (posts === undefined) throw invalidField('through', 'must not be beyond the last number of the space');
    uow.queue(mark, { id: uow.newId(), space: id, member: uow.caller.memberId, through, posts });
    const { lastNumber, newPosts, newActivity } = await readSpace(uow, id);
    const marker = { spaceId: id, through: lastNumber - newActivity, newPosts, newActivity };
    uow.recordWithoutEvent(id, { through: marker.through });
    return marker;
  }

  /** The program of a new space. Throws 404 where there is no such container. */
  private async programOf(uow: UnitOfWork, scope: 'program' | 'cohort' | 'group', id: string): Promise<string | null> {
    const [place] = (await uow.query(lockPlaces[scope], { id })) as { programId: string | null }[];
    if (!(place as object | undefined)) throw notFound();
    return place.programId;
  }
}
