import type { Schemas } from '@delivery-service/client';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { community as t } from '../../strings/community.js';
import { PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { PostCard } from './post-card.js';
import { moderatesSpace, ReadOnly } from './space.js';
import { WritePost } from './write-post.js';

/** A post with its comments, the oldest first. */
export default function PostScreen({ postId }: { postId: string }) {
  const query = useRead('/posts/{postId}', { path: { postId } });
  if (!query.data) return <PendingScreen title={t.post} query={query} />;
  return <Thread post={query.data} />;
}

function Thread({ post }: { post: Schemas['Post'] }) {
  const { me } = useSession();
  const query = useRead('/spaces/{spaceId}', { path: { spaceId: post.spaceId } });
  const space = query.data;
  if (!space) return <PendingScreen title={t.post} query={query} />;
  const moderates = moderatesSpace(me, space);
  return (
    <Screen
      title={post.title ?? t.post}
      trail={[
        <PageLink key="space" to={`/community/${space.id}`}>
          {space.name}
        </PageLink>,
      ]}
    >
      <PostCard post={post} space={space} moderates={moderates} />
      <ReadOnly space={space} />
      <Comments post={post} space={space} moderates={moderates} />
    </Screen>
  );
}

interface CommentsProps {
  post: Schemas['Post'];
  space: Schemas['Space'];
  moderates: boolean;
}

function Comments({ post: { id: parentId, status }, space, moderates }: CommentsProps) {
  const path = { spaceId: space.id };
  const list = useList('/spaces/{spaceId}/posts', { path, query: { parentId, limit: 50 } });
  return (
    <Section
      title={t.comments}
      actions={space.mayPost && status === 'visible' && <WritePost spaceId={space.id} parentId={parentId} />}
    >
      <Paged list={list} empty={t.noComments}>
        {(comments) =>
          comments.map((comment) => <PostCard key={comment.id} post={comment} space={space} moderates={moderates} />)
        }
      </Paged>
    </Section>
  );
}
