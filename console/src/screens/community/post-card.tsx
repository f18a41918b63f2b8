import type { Schemas } from '@delivery-service/client';
import type { ReactNode } from 'react';
import { accessOf } from '../../api/access.js';
import { useSession } from '../../api/session.js';
import { community as t } from '../../strings/community.js';
import { FileLink } from '../../ui/media.js';
import { Instant } from '../../ui/value.js';
import { EditAction, WriteAction } from '../../ui/write-action.js';
import { MuteAction } from './mute-action.js';
import './community.css';

type Post = Schemas['Post'];

const REACTIONS = (['like', 'celebrate', 'support', 'insightful', 'question'] as const).map((value) => ({
  value,
  label: t.reaction[value],
}));
const REASONS = (['spam', 'abuse', 'personal_data', 'other'] as const).map((value) => ({
  value,
  label: t.reasons[value],
}));

/** Why a post has no words; undefined where it has. */
export function goneOf({ status, blocked }: Pick<Post, 'status' | 'blocked'>): string | undefined {
  if (status === 'deleted') return t.deleted;
  if (status === 'removed') return t.removed;
  return blocked ? t.blocked : undefined;
}

const NAME_LENGTH = 80;

/** What a post is called where it is not read: its title, or how its text begins. */
export function nameOf(post: Post): string {
  const name = post.title ?? post.body ?? goneOf(post) ?? t.post;
  return name.length <= NAME_LENGTH ? name : `${name.slice(0, NAME_LENGTH).trimEnd()}…`;
}

interface CardProps {
  post: Post;
  space: Schemas['Space'];
  /** Whether the caller moderates: the service decides. */
  moderates: boolean;
  children?: ReactNode;
}

/** A post or a comment with what can be done with it. One that is gone or hidden keeps its place. */
export function PostCard({ post, space, moderates, children }: CardProps) {
  const { author, title, body, media, pinned, editedAt, createdAt } = post;
  const gone = goneOf(post);
  const name = author?.name ?? t.somebody;
  return (
    <article className="card" aria-label={nameOf(post)}>
      {title !== null && <div className="post-title">{title}</div>}
      {body === null ? <div className="dimmed">{gone}</div> : <div className="text">{body}</div>}
      {(media ?? []).map((one) => (
        <FileLink key={one.mediaId} {...one} />
      ))}
      <div className="dimmed">
        {[name, author?.staff === true && t.staff, pinned && t.pinned, editedAt !== null && t.wasEdited]
          .filter(Boolean)
          .join(' · ')}{' '}
        <Instant iso={createdAt} />
      </div>
      {gone === undefined && <Reactions post={post} />}
      {children}
      {gone === undefined && author && (
        <div className="post-actions">
          <Actions post={post} author={author} mayPost={space.mayPost} moderates={moderates} />
        </div>
      )}
    </article>
  );
}

function Reactions({ post: { reactions } }: { post: Post }) {
  const given = REACTIONS.filter(({ value }) => reactions[value] > 0);
  if (given.length === 0) return null;
  return (
    <div className="dimmed">
      {t.reactions}: {given.map(({ value, label }) => `${label} ${String(reactions[value])}`).join(', ')}
    </div>
  );
}

interface ActionsProps {
  post: Post;
  author: Schemas['PostAuthor'];
  mayPost: boolean;
  moderates: boolean;
}

function Actions({ post, author, mayPost, moderates }: ActionsProps) {
  const { me } = useSession();
  const { id: postId, parentId, title, body, pinned, myReactions } = post;
  const path = { postId };
  const named = (action: string) => ({ label: action, name: t.actionOn(action, author.name), which: postId, path });
  if (author.memberId === me.member.id) {
    return (
      <>
        {mayPost && (
          <WriteAction
            {...named(t.editPost)}
            fields={{
              ...(parentId === null && {
                title: { kind: 'text' as const, label: t.postTitle, initial: title, isNullable: true },
              }),
              body: { kind: 'longText', label: t.body, initial: body },
            }}
            to="PATCH /posts/{postId}"
            done={t.postEdited}
          />
        )}
        <WriteAction
          {...named(t.deletePost)}
          about={t.deleteHint}
          to="DELETE /posts/{postId}"
          done={t.postDeleted}
          isDanger
        />
      </>
    );
  }
  return (
    <>
      {mayPost && (
        <WriteAction
          {...named(t.react)}
          about={t.reactHint}
          fields={{
            reactions: {
              ...{ kind: 'choices', label: t.reactions, options: REACTIONS },
              ...{ initial: myReactions, isOptional: true },
            },
          }}
          to="PUT /posts/{postId}/reactions"
          body={({ reactions }) => ({ reactions: reactions ?? [] })}
          done={t.reacted}
        />
      )}
      {moderates && parentId === null && (
        <WriteAction
          {...named(pinned ? t.unpin : t.pin)}
          to="PATCH /posts/{postId}"
          body={() => ({ pinned: !pinned })}
          done={t.pinChanged}
        />
      )}
      <WriteAction
        {...named(t.report)}
        about={t.reportHint}
        fields={{
          reason: { kind: 'choice', label: t.reason, options: REASONS },
          text: { kind: 'longText', label: t.inWords, isOptional: true },
        }}
        to="POST /posts/{postId}/reports"
        done={t.reported}
      />
      {!author.staff && accessOf(me).isDirector && <MuteAction memberId={author.memberId} name={author.name} />}
      {!author.staff && !moderates && <BlockAction author={author} />}
    </>
  );
}

/** The list is written as a whole: it is read when the dialog opens. */
function BlockAction({ author: { memberId, name } }: { author: Schemas['PostAuthor'] }) {
  return (
    <EditAction
      isWhole
      label={t.block}
      submit={t.block}
      name={t.actionOn(t.block, name)}
      which={memberId}
      about={t.blockHint}
      to="PUT /me/blocks"
      body={(_, { memberIds }) => ({ memberIds: [...new Set([...memberIds, memberId])] })}
      done={t.isBlocked}
      isDanger
    />
  );
}
