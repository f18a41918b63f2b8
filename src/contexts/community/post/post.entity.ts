import { Column, Entity } from 'typeorm';
import { InternalColumn, RedactedColumn, TenantEntity } from '#kernel/persistence';
import { lifecycle } from '#kernel/work';

export const POST_STATUSES = ['visible', 'deleted', 'removed'] as const;
export type PostStatus = (typeof POST_STATUSES)[number];

export const POST = lifecycle<PostStatus>('post', { visible: ['deleted', 'removed'], deleted: [], removed: [] });

export const REACTIONS = ['like', 'celebrate', 'support', 'insightful', 'question'] as const;
export type Reaction = (typeof REACTIONS)[number];
export type ReactionCounts = Partial<Record<Reaction, number>>;

/** A post in a space, or a comment on one. Its row stays, whatever becomes of its words. */
@Entity({ name: 'posts' })
export class PostEntity extends TenantEntity {
  @Column({ type: 'uuid' }) spaceId: string;

  /** The post that it comments on. */
  @Column({ type: 'uuid', nullable: true }) parentId: string | null;

  /** In one sequence for posts and comments of the space. */
  @Column({ type: 'integer' }) number: number;
  /** How many posts of the space up to this number are no comments. */
  @InternalColumn({ type: 'integer' }) postsThrough: number;
  @Column({ type: 'uuid' }) authorMemberId: string;
  /** Whether the author posted as staff of the space. */
  @Column({ type: 'boolean' }) byStaff: boolean;
  @RedactedColumn({ type: 'text', nullable: true }) title: string | null;

  /** Null once the words of a deleted or removed post are gone. */
  @RedactedColumn({ type: 'text', nullable: true }) body: string | null;
  @Column({ type: 'uuid', array: true }) mentions: string[];
  @Column({ type: 'boolean' }) pinned: boolean;
  @Column({ type: 'text' }) status: PostStatus;

  /** Includes comments that are deleted or removed. */
  @InternalColumn({ type: 'integer' }) commentCount: number;
  @InternalColumn({ type: 'jsonb' }) reactions: ReactionCounts;
  @Column({ type: 'timestamptz', nullable: true }) editedAt: Date | null;
  /** When it was deleted or removed. */
  @InternalColumn({ type: 'timestamptz', nullable: true }) endedAt: Date | null;
  @Column({ type: 'timestamptz' }) createdAt: Date;
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}

/** The words of a post before they were edited. */
@Entity({ name: 'post_revisions' })
export class PostRevisionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) postId: string;
  @RedactedColumn({ type: 'text', nullable: true }) title: string | null;
  @RedactedColumn({ type: 'text' }) body: string;
  @Column({ type: 'timestamptz' }) writtenAt: Date;
  @Column({ type: 'timestamptz' }) createdAt: Date;
}

/** Media of a post, in their order. */
@Entity({ name: 'post_media' })
export class PostMediaEntity extends TenantEntity {
  @Column({ type: 'uuid' }) postId: string;
  @Column({ type: 'uuid' }) mediaId: string;
  @Column({ type: 'integer' }) position: number;
}

/** The reactions of a member to a post. */
@Entity({ name: 'post_reactions' })
export class PostReactionEntity extends TenantEntity {
  @Column({ type: 'uuid' }) postId: string;
  @Column({ type: 'uuid' }) memberId: string;
  @Column({ type: 'text', array: true }) reactions: Reaction[];

  /** The instants of the last hour at which they were set, to count them. */
  @InternalColumn({ type: 'jsonb' }) setAt: string[];
  @Column({ type: 'timestamptz' }) updatedAt: Date;
}
