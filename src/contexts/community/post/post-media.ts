import { groupedBy } from '#kernel/lists';
import { toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { communityTables } from '../community.tables.js';
import { PostMedia } from './post.dto.js';

const listMedia = communityTables
  .statement(
    'list_media_of_posts',
    { posts: 'uuid[]' },
    `select p.post_id as "postId", m.id as "mediaId", m.title, m.mime_type as "mimeType", m.url
     from post_media p join media m on m.organization_id = p.organization_id and m.id = p.media_id
     where p.organization_id = :organization and p.post_id = any(:posts::uuid[]) order by p.post_id, p.position`,
  )
  .returning<PostMedia & { postId: string }>();

/** The media of posts, by the post. */
export async function mediaOfPosts(scope: Scope, posts: readonly string[]): Promise<Map<string, PostMedia[]>> {
  if (posts.length === 0) return new Map();
  const found = groupedBy(await scope.query(listMedia, { posts }), ({ postId }) => postId);
  return new Map([...found].map(([post, media]) => [post, media.map((one) => toResource(PostMedia, one))]));
}
