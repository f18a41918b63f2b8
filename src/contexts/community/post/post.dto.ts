import {
  ChoiceList,
  FieldsOf,
  Flag,
  Instant,
  MimeType,
  Nested,
  NestedList,
  OneOf,
  PatchOf,
  ServiceAddress,
  Text,
  Title,
  Uuid,
  UuidList,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { POST_STATUSES, REACTIONS, type Reaction } from './post.entity.js';

class PostWords {
  @Title({ optional: true, nullable: true, min: 1, max: 200, description: 'Title', example: 'What worked this week' })
  title?: string | null;

  @Text({ min: 1, max: 10_000, trim: true, description: 'Text', example: 'I asked first, and then listened.' })
  body: string;
}

export class CreatePostRequest extends PostWords {
  @Uuid({
    optional: true,
    nullable: true,
    description: 'The post to comment on: a visible one of the space that is no comment itself',
    example: null,
  })
  parentId?: string | null;

  @UuidList({ optional: true, maxItems: 5, description: 'Stored media that the caller has made', example: [] })
  mediaIds?: string[];

  @UuidList({ optional: true, maxItems: 10, description: 'Members who may read the space', example: [] })
  mentions?: string[];
}

export class UpdatePostRequest extends PatchOf(PostWords) {
  @Flag({ optional: true, description: 'Whether it stands first in its space; for who moderates it', example: true })
  pinned?: boolean;
}

export class PostQuery extends PageQuery {
  @Uuid({ optional: true, description: 'The comments on this post, in place of the posts' }) parentId?: string;
}

export class SetReactionsRequest {
  @ChoiceList(REACTIONS, { description: 'All reactions of the caller; none: []', example: ['like'] })
  reactions: Reaction[];
}

export class PostAuthor {
  @Uuid({ description: 'Member' }) memberId: string;
  @Text({ description: 'Display name', example: 'Ada Lovelace' }) name: string;
  @Flag({ description: 'Whether it was written as staff of the space', example: false }) staff: boolean;
}

/** Media of a post, for whoever may see the post. */
export class PostMedia {
  @Uuid({ description: 'Media' }) mediaId: string;
  @Text({ description: 'Title', example: 'Notes' }) title: string;
  @MimeType({ description: 'MIME type', example: 'application/pdf' }) mimeType: string;
  @ServiceAddress()
  @WebAddress({
    description: 'Where the content is read: made for the caller, and good for 15 minutes, or 4 hours to play',
  })
  url: string;
}

export class ReactionTotals {
  @WholeNumber({ description: 'Members', example: 3 }) like: number;
  @WholeNumber({ description: 'Members', example: 0 }) celebrate: number;
  @WholeNumber({ description: 'Members', example: 0 }) support: number;
  @WholeNumber({ description: 'Members', example: 0 }) insightful: number;
  @WholeNumber({ description: 'Members', example: 0 }) question: number;
}

export class Post {
  @Uuid({ description: 'Post identifier' }) id: string;
  @Uuid({ description: 'Space' }) spaceId: string;
  @Uuid({ nullable: true, description: 'The post that it comments on' }) parentId: string | null;
  @WholeNumber({ min: 1, description: 'Of the sequence of posts and comments in the space', example: 12 })
  number: number;

  @Nested(() => PostAuthor, { nullable: true, description: 'Null where the caller has blocked the author' })
  author: PostAuthor | null;

  @Text({ nullable: true, description: 'Null without a title, and once the post is not visible', example: null })
  title: string | null;

  @Text({
    nullable: true,
    description: 'Null once the post is not visible',
    example: 'I asked first, and then listened.',
  })
  body: string | null;

  @NestedList(() => PostMedia, { nullable: true, description: 'Null once the post is not visible', example: [] })
  media: PostMedia[] | null;

  @UuidList({ description: 'Members that it mentions', example: [] }) mentions: string[];
  @Flag({ description: 'Whether it stands first in its space', example: false }) pinned: boolean;

  @OneOf(POST_STATUSES, {
    description: 'deleted by its author, or removed by who moderates the space',
    example: 'visible',
  })
  status: string;

  @Flag({ description: 'Whether it is hidden as the caller has blocked the author', example: false }) blocked: boolean;
  @WholeNumber({ description: 'Comments, deleted and removed ones included', example: 2 }) commentCount: number;
  @Nested(() => ReactionTotals, { description: 'Members by reaction' }) reactions: ReactionTotals;
  @ChoiceList(REACTIONS, { description: 'Those of the caller', example: [] }) myReactions: Reaction[];
  @Instant({ nullable: true, description: 'Last change of its words, UTC', example: null }) editedAt: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

/** The words of a post in a moderation case. */
export class ShownWords extends FieldsOf(Post, 'title', 'body', 'media') {}
