import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { OWN_MEMBERSHIPS } from '../access/access-sql.js';
import { accessTo, accessToPost, type Access } from '../access/space-access.js';
import { BLOCKED_BY_CALLER } from '../block/blocked-sql.js';
import { communityTables } from '../community.tables.js';
import { mediaOfPosts } from './post-media.js';
import { Post, PostAuthor, type PostMedia, type PostQuery, ReactionTotals } from './post.dto.js';
import { REACTIONS, type PostEntity, type Reaction, type ReactionCounts } from './post.entity.js';

type PostRow = Omit<PostEntity, 'organizationId' | 'postsThrough' | 'endedAt'> & {
  authorName: string;
  myReactions: Reaction[];
  blocked: boolean;
};

// Staff see everything; what staff have written is hidden from nobody.
const COLUMNS = `t.id, t.space_id as "spaceId", t.parent_id as "parentId", t.number,
  t.author_member_id as "authorMemberId", a.name as "authorName", t.by_staff as "byStaff", t.title, t.body, t.mentions,
  t.pinned, t.pinned::integer as "pinnedFirst", t.status, t.comment_count as "commentCount", t.reactions,
  t.edited_at as "editedAt", t.created_at as "createdAt", t.updated_at as "updatedAt",
  coalesce((
    select r.reactions from post_reactions r
    where r.organization_id = :organization and r.post_id = t.id and r.member_id = ${OWN_MEMBERSHIPS}
    limit 1), '{}') as "myReactions",
  not :isStaff::boolean and not t.by_staff and t.author_member_id = ${BLOCKED_BY_CALLER} as blocked`;

const POSTS = `posts t
  join members a on a.organization_id = t.organization_id and a.id = t.author_member_id`;

const viewer = { account: 'uuid', isStaff: 'boolean' } as const;

function viewerIn(scope: Scope, { isStaff }: Access) {
  return { account: scope.caller.accountId, isStaff };
}

const findPost = communityTables
  .statement(
    'find_post',
    { id: 'uuid', ...viewer },
    `select ${COLUMNS} from ${POSTS} where t.organization_id = :organization and t.id = :id`,
  )
  .returning<PostRow>();

const listPosts = communityTables
  .list('list_posts', {
    parameters: { space: 'uuid', ...viewer },
    order: [
      { property: 'pinnedFirst', direction: 'desc', type: 'integer', sql: 't.pinned::integer' },
      { property: 'number', direction: 'desc', type: 'integer', sql: 't.number' },
    ],
    sql: ({ conditions, orderAndLimit }) => `select ${COLUMNS} from ${POSTS}
      where t.organization_id = :organization and t.space_id = :space and t.parent_id is null
      ${conditions} ${orderAndLimit}`,
  })
  .returning<PostRow>();

const listComments = communityTables
  .list('list_comments_of_post', {
    parameters: { space: 'uuid', parentId: 'uuid', ...viewer },
    order: [{ property: 'number', direction: 'asc', type: 'integer', sql: 't.number' }],
    sql: ({ conditions, orderAndLimit }) => `select ${COLUMNS} from ${POSTS}
      where t.organization_id = :organization and t.space_id = :space and t.parent_id = :parentId
      ${conditions} ${orderAndLimit}`,
  })
  .returning<PostRow>();

/** A post as the caller sees it now. Throws 404 where they may not read its space. */
export async function readPost(scope: Scope, id: string): Promise<Post> {
  const access = await accessToPost(scope, id);
  const rows = await scope.query(findPost, { id, ...viewerIn(scope, access) });
  const [post] = await shown(scope, rows);
  if (!(post as Post | undefined)) throw notFound();
  return post;
}

export async function readPosts(scope: Scope, space: string, query: PostQuery): Promise<Page<Post>> {
  const values = { space, ...viewerIn(scope, await accessTo(scope, space)) };
  const { parentId, ...page } = query;
  const toPosts = (rows: PostRow[]) => shown(scope, rows);
  if (parentId === undefined) return scope.list(listPosts, { ...page, ...values }, toPosts);
  return scope.list(listComments, { ...page, parentId, ...values }, toPosts);
}

/** One place decides what is shown of a post: nothing of one that is not visible, nor of a blocked author's. */
async function shown(scope: Scope, rows: readonly PostRow[]): Promise<Post[]> {
  const isOpen = ({ status, blocked }: PostRow): boolean => status === 'visible' && !blocked;
  const media = await mediaOfPosts(
    scope,
    rows.filter(isOpen).map(({ id }) => id),
  );
  return rows.map((row) => {
    const { authorMemberId: memberId, authorName: name, byStaff: staff, blocked } = row;
    const words = isOpen(row)
      ? { title: row.title, body: row.body, media: media.get(row.id) ?? [], mentions: row.mentions }
      : { title: null, body: null, media: null as PostMedia[] | null, mentions: [] };
    return toResource(Post, {
      ...row,
      ...words,
      author: blocked ? null : toResource(PostAuthor, { memberId, name, staff }),
      reactions: reactionTotals(row.reactions),
    });
  });
}

function reactionTotals(counts: ReactionCounts): ReactionTotals {
  const totals = Object.fromEntries(REACTIONS.map((reaction) => [reaction, counts[reaction] ?? 0]));
  return toResource(ReactionTotals, totals as unknown as ReactionTotals);
}
