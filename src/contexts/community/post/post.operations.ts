import { everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { Uuid, UuidList } from '#kernel/fields';
import { declareWrite, resource } from '#kernel/operations';
import type { Scope } from '#kernel/work';
import { readablePost, readableSpace } from '../access/space-access.js';
import { TOO_MANY } from '../pace.js';
import { SPACE } from '../space/space.entity.js';
import { CreatePostRequest, Post, PostQuery, SetReactionsRequest, UpdatePostRequest } from './post.dto.js';
import { POST } from './post.entity.js';
import { MAX_PINNED } from './post.limits.js';
import { readPost } from './post.reader.js';

export const postingNotAllowed = refusal('posting_not_allowed', 'The caller may read the space, but not post in it.');
export const pinLimit = refusal('pin_limit', `A space has at most ${MAX_PINNED} pinned posts.`);

const MAY_POST = [...SPACE.refusalsUnless('active'), postingNotAllowed];

export class PostReference {
  @Uuid() postId: string;
  @Uuid() spaceId: string;
  @Uuid({ nullable: true }) parentId: string | null;
  @Uuid() authorMemberId: string;
}

class PostCreated extends PostReference {
  @UuidList({ description: 'Mentioned members, without those who have blocked the author' })
  mentionedMemberIds: string[];
}

const posts = resource({
  noun: 'post',
  path: '/posts/:postId',
  response: Post,
  target: readablePost,
  read: everyMember,
  write: everyMember,
});

/** A replay shows the post as a read does, so that no stored result keeps its words. */
const readAgain = {
  narrowReplay: (scope: Scope, { id }: Post) => readPost(scope, id),
  readAnew: ['author', 'title', 'body', 'media', 'mentions'],
};

export const createPost = posts.create({
  path: '/spaces/:spaceId/posts',
  parent: readableSpace,
  summary: 'Create a post or comment',
  description:
    'Everybody who reads the space sees the name of its author. A replay shows the post as it is. At most 10 posts and 60 ' +
    'comments within an hour.',
  body: CreatePostRequest,
  event: declareEvent('post.created', 'A post or comment was written.', PostCreated),
  ...readAgain,
  refusals: {
    400:
      'A header or field is missing, parentId is no visible post of the space or a comment itself, mediaIds are not stored ' +
      'media of the caller, or mentions are not members who may read the space.',
    429: TOO_MANY(10, 'posts, or 60 comments,', 'an hour'),
  },
  reasons: MAY_POST,
});

export const listPosts = posts.list({
  path: '/spaces/:spaceId/posts',
  parent: readableSpace,
  description:
    'Pinned ones first, then the newest; the comments on a post from the oldest on. Deleted and removed ones keep their place, ' +
    'without words.',
  query: PostQuery,
});

export const getPost = posts.get({ description: 'A post or comment, as the caller may see it.' });

export const updatePost = posts.patch({
  description:
    'Its author changes title and body, whoever moderates the space pins it. Former words are shown in moderation cases alone. ' +
    'A replay shows the post as it is.',
  body: UpdatePostRequest,
  event: declareEvent('post.updated', 'A post was edited, pinned or unpinned.', withFields(PostReference)),
  ...readAgain,
  refusals: {
    400: 'The Idempotency-Key is missing, a field is invalid, or a comment is to be pinned.',
    403: `${everyMember.forbidden} Words: requires the author. pinned: requires to moderate the space.`,
  },
  reasons: [...POST.refusalsUnless('visible'), ...MAY_POST, pinLimit],
});

export const postDeleted = declareEvent('post.deleted', 'A post was deleted by its author.', PostReference);
export const postRemoved = declareEvent('post.removed', 'A post was removed by a moderation.', PostReference);

export const deletePost = posts.delete({
  description:
    'Nobody sees its words and media any more; comments stay. Words go for good 30 days later, those in a moderation case 30 ' +
    'days after its decision.',
  event: postDeleted,
  ...readAgain,
  refusals: { 403: `${everyMember.forbidden} Requires the author.` },
  reasons: POST.refusalsOfMove('deleted'),
});

export const setReactions = declareWrite({
  name: 'set_reactions',
  method: 'PUT',
  path: '/posts/:postId/reactions',
  tag: 'Posts',
  summary: 'Set the reactions to a post',
  description: "Replaces those of the caller, at most 300 times an hour. The Idempotency-Key is the caller's own.",
  access: everyMember,
  target: readablePost,
  keyScope: 'account',
  body: SetReactionsRequest,
  response: Post,
  ...readAgain,
  action: 'post.reactions_set',
  targetType: 'post',
  refusals: { 429: TOO_MANY(300, 'reactions', 'an hour') },
  reasons: [...POST.refusalsUnless('visible'), ...MAY_POST],
});
