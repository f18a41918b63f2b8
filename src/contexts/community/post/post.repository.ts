import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { OWN_MEMBERSHIPS, people, READS, SPACES } from '../access/access-sql.js';
import { BLOCKS_AUTHOR } from '../block/blocked-sql.js';
import { communityTables } from '../community.tables.js';
import { keptSince } from '../retention/retention-schedule.js';
import type { ReactionCounts } from './post.entity.js';
import { MAX_REVISIONS } from './post.limits.js';

// The row's lock gives the numbers: they follow each other, and none is used twice.
const takeNumber = communityTables
  .statement(
    'take_number_of_post',
    { space: 'uuid', isComment: 'boolean' },
    `update spaces set last_number = last_number + 1,
       posts_made = posts_made + case when :isComment::boolean then 0 else 1 end
     where organization_id = :organization and id = :space
     returning last_number as number, posts_made as "postsThrough"`,
  )
  .returning<{ number: number; postsThrough: number }>();

const lockSpace = communityTables.statement(
  'lock_space_of_post',
  { space: 'uuid' },
  'select 1 from spaces where organization_id = :organization and id = :space for no key update',
);

const countComment = communityTables.statement(
  'count_comment_of_post',
  { parent: 'uuid', space: 'uuid' },
  `update posts set comment_count = comment_count + 1
   where organization_id = :organization and id = :parent and space_id = :space and parent_id is null
     and status = 'visible'`,
);

// FOR KEY SHARE: a deletion waits, or is waited for.
const lockOwnMedia = communityTables.statement(
  'lock_own_media_of_post',
  { ids: 'uuid[]', account: 'uuid' },
  `select 1 from media m
   where m.organization_id = :organization and m.id = any(:ids::uuid[]) and m.created_by = :account
     and m.upload_id is not null
   order by m.id for key share`,
);

const listReaders = communityTables
  .statement(
    'list_mentioned_readers_of_space',
    { space: 'uuid', members: 'uuid[]', author: 'uuid', now: 'timestamptz' },
    `select m.id, ${BLOCKS_AUTHOR} as "blocksAuthor"
     from ${people('m.id = any(:members::uuid[])')} join ${SPACES}
     where s.organization_id = :organization and s.id = :space and ${READS}`,
  )
  .returning<{ id: string; blocksAuthor: boolean }>();

const moveMarker = communityTables.statement(
  'move_read_marker_of_author',
  { space: 'uuid', member: 'uuid', number: 'integer', posts: 'integer' },
  `update read_markers set through = :number, posts_through = :posts
   where organization_id = :organization and space_id = :space and member_id = :member and through = :number - 1`,
);

const setMarker = communityTables.statement(
  'set_read_marker_of_first_author',
  { id: 'uuid', space: 'uuid', member: 'uuid', posts: 'integer' },
  `insert into read_markers (organization_id, id, space_id, member_id, through, posts_through)
   values (:organization, :id, :space, :member, 1, :posts)
   on conflict (organization_id, space_id, member_id) do update set
     through = greatest(read_markers.through, excluded.through),
     posts_through = greatest(read_markers.posts_through, excluded.posts_through)`,
);

const countPinned = communityTables
  .statement(
    'count_pinned_posts',
    { space: 'uuid' },
    `select count(*)::integer as pinned from posts
     where organization_id = :organization and space_id = :space and pinned`,
  )
  .returning<{ pinned: number }>();

const FORMER = 'post_revisions k where k.organization_id = :organization and k.post_id = :post';

/**
 * SQL: the former versions that a case shows, until some time after its decision: the newest from before its first report, and each that was the current
 * one when somebody reported it. Ids tell the order: they are made under the lock of the post.
 */
const KEPT_BY_CASES = `
  select kept.id from moderation_cases c
  cross join lateral (
    (select k.id from ${FORMER} and k.id < c.id order by k.id desc limit ${MAX_REVISIONS})
    union all
    (select reported.id from post_reports p
     cross join lateral (select k.id from ${FORMER} and k.id > p.id order by k.id limit 1) reported
     where p.organization_id = :organization and p.moderation_case_id = c.id)) kept
  where c.organization_id = :organization and c.post_id = :post and (c.status = 'open' or c.decided_at > :keptSince::timestamptz)`;

// One more is added.
const dropOldRevisions = communityTables.statement(
  'drop_old_revisions_of_post',
  { post: 'uuid', keptSince: 'timestamptz' },
  `delete from post_revisions r
   where r.organization_id = :organization and r.post_id = :post
     and r.id <> all(array(select k.id from ${FORMER} order by k.id desc limit ${MAX_REVISIONS - 1}))
     and r.id <> all(array(${KEPT_BY_CASES}))`,
);

const findOwn = communityTables.statement(
  'find_own_membership',
  { member: 'uuid', account: 'uuid' },
  `select 1 from members where organization_id = :organization and id = :member and account_id = :account`,
);

const releaseMedia = communityTables.statement(
  'release_media_of_deleted_post',
  { post: 'uuid' },
  `delete from post_media where organization_id = :organization and post_id = :post and not exists (
     select 1 from moderation_cases c
     where c.organization_id = :organization and c.post_id = :post and c.snapshot_body is not null)`,
);

// A person has one row, by the membership that they first reacted with.
const findReaction = communityTables
  .statement(
    'find_own_reaction_to_post',
    { post: 'uuid', account: 'uuid' },
    `select r.id from post_reactions r
     where r.organization_id = :organization and r.post_id = :post and r.member_id = ${OWN_MEMBERSHIPS} limit 1`,
  )
  .returning<{ id: string }>();

// updated_at stays: nobody has changed the post.
const setReactions = communityTables.statement(
  'set_reactions_of_post',
  { post: 'uuid', reactions: 'jsonb' },
  'update posts set reactions = :reactions where organization_id = :organization and id = :post',
);

@Injectable()
export class PostRepository {
  /** The number of a new post or comment. The space is locked from here on. */
  async takeNumber(uow: UnitOfWork, space: string, { isComment }: { isComment: boolean }) {
    const [taken] = await uow.query(takeNumber, { space, isComment });
    return taken;
  }

  async lockSpace(uow: UnitOfWork, space: string): Promise<void> {
    await uow.query(lockSpace, { space });
  }

  /** Counts a comment on a post, which is locked. Throws 400 for what cannot be commented on. */
  async countComment(uow: UnitOfWork, space: string, parent: string): Promise<void> {
    if ((await uow.execute(countComment, { parent, space })) > 0) return;
    throw invalidField('parentId', 'must be a visible post of the space, and no comment');
  }

  /** Locks the media until the end of the unit of work. Throws 400 for what the caller has not made, or is stored elsewhere. */
  async checkMedia(uow: UnitOfWork, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const found = await uow.query(lockOwnMedia, { ids, account: uow.caller.accountId });
    if (found.length < ids.length) throw invalidField('mediaIds', 'must be stored media that the caller has made');
  }

  /** Returns those of the members who have not blocked the author. Throws 400 where one may not read the space. */
  async checkMentions(uow: UnitOfWork, space: string, members: readonly string[]): Promise<string[]> {
    if (members.length === 0) return [];
    const { accountId: author } = uow.caller;
    const readers = await uow.query(listReaders, { space, members, author, now: uow.now });
    if (readers.length < members.length) throw invalidField('mentions', 'must be members who may read the space');
    const blockers = new Set(readers.filter(({ blocksAuthor }) => blocksAuthor).map(({ id }) => id));
    return members.filter((id) => !blockers.has(id));
  }

  /** Moves the marker of an author who has read everything before the new post. */
  moveMarker(
    uow: UnitOfWork,
    space: string,
    { number, postsThrough: posts }: { number: number; postsThrough: number },
  ) {
    const { memberId: member } = uow.caller;
    if (number === 1) uow.queue(setMarker, { id: uow.newId(), space, member, posts });
    else uow.queue(moveMarker, { space, member, number, posts });
  }

  async countPinned(uow: UnitOfWork, space: string): Promise<number> {
    const [{ pinned }] = await uow.query(countPinned, { space });
    return pinned;
  }

  /** Makes room for the words of a post, which is locked, that are about to be edited: see `MAX_REVISIONS`. */
  dropOldRevisions(uow: UnitOfWork, post: string): void {
    uow.queue(dropOldRevisions, { post, keptSince: keptSince(uow.now) });
  }

  /** Whether the member is the caller, by this membership or a former one. */
  async isOwn(uow: UnitOfWork, member: string): Promise<boolean> {
    return (await uow.query(findOwn, { member, account: uow.caller.accountId })).length > 0;
  }

  /** The media of a deleted post are no longer in use, unless a moderation case shows them. */
  releaseMedia(uow: UnitOfWork, post: string): void {
    uow.queue(releaseMedia, { post });
  }

  async findReaction(uow: UnitOfWork, post: string): Promise<string | undefined> {
    return (await uow.query(findReaction, { post, account: uow.caller.accountId })).at(0)?.id;
  }

  /** Queues the counts of a post, which is locked. */
  setReactions(uow: UnitOfWork, post: string, reactions: ReactionCounts): void {
    uow.queue(setReactions, { post, reactions });
  }
}
