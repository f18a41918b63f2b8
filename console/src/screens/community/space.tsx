import type { Schemas } from '@delivery-service/client';
import { accessOf, directsProgram } from '../../api/access.js';
import { useList, useRead } from '../../api/reads.js';
import { useSession } from '../../api/session.js';
import { community as t } from '../../strings/community.js';
import { PageLink } from '../../ui/link.js';
import { Paged } from '../../ui/list.js';
import { PendingScreen, Screen, Section } from '../../ui/screen.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { spaceFields } from './create-space.js';
import { nameOf, PostCard } from './post-card.js';
import { WritePost } from './write-post.js';

type Space = Schemas['Space'];

/** Whether somebody may be expected to moderate a space: the service decides. */
export function moderatesSpace(me: Schemas['Me'], { programId, cohortId }: Space): boolean {
  if (accessOf(me).isDirector || (programId !== null && directsProgram(me, programId))) return true;
  return me.responsibilities.some(
    (held) => held.role === 'coach' && held.scope === 'cohort' && cohortId !== null && held.cohortId === cohortId,
  );
}

/** A space with its posts: the pinned ones first, then the newest. */
export default function SpaceScreen({ spaceId }: { spaceId: string }) {
  const { me } = useSession();
  const query = useRead('/spaces/{spaceId}', { path: { spaceId } });
  const space = query.data;
  if (!space) return <PendingScreen title={t.space} query={query} />;
  const manages = accessOf(me).isDirector || (space.programId !== null && directsProgram(me, space.programId));
  return (
    <Screen
      title={space.name}
      about={space.description ?? t.scopes[space.scope]}
      actions={<Actions space={space} manages={manages} />}
    >
      <ReadOnly space={space} />
      <Posts space={space} moderates={moderatesSpace(me, space)} />
    </Screen>
  );
}

/** Why nothing can be posted, if so. */
export function ReadOnly({ space: { status, mayPost } }: { space: Space }) {
  if (mayPost) return null;
  return <p className="dimmed">{status === 'archived' ? t.isArchived : t.isReadOnly}</p>;
}

function Actions({
  space: { id: spaceId, lastNumber, newActivity, status },
  manages,
}: {
  space: Space;
  manages: boolean;
}) {
  const path = { spaceId };
  return (
    <>
      {newActivity > 0 && (
        <WriteAction
          label={t.markRead}
          to="PUT /spaces/{spaceId}/read-marker"
          path={path}
          body={() => ({ through: lastNumber })}
          done={t.markedRead}
        />
      )}
      {manages && status === 'active' && (
        <>
          <EditAction label={t.edit} fields={spaceFields} to="PATCH /spaces/{spaceId}" path={path} done={t.edited} />
          <WriteAction
            label={t.archive}
            about={t.archiveHint}
            to="PATCH /spaces/{spaceId}"
            path={path}
            body={() => ({ status: 'archived' as const })}
            done={t.archived}
            isDanger
          />
        </>
      )}
    </>
  );
}

function Posts({ space, moderates }: { space: Space; moderates: boolean }) {
  const path = { spaceId: space.id };
  const list = useList('/spaces/{spaceId}/posts', { path, query: { limit: 20 } });
  return (
    <Section title={t.posts} actions={space.mayPost && <WritePost spaceId={space.id} />}>
      <Paged list={list} empty={t.noPosts}>
        {(posts) =>
          posts.map((post) => (
            <PostCard key={post.id} post={post} space={space} moderates={moderates}>
              <PageLink to={`/community/posts/${post.id}`} aria-label={t.openOf(nameOf(post))}>
                {t.open(post.commentCount)}
              </PageLink>
            </PostCard>
          ))
        }
      </Paged>
    </Section>
  );
}
