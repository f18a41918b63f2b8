import { Injectable } from '@nestjs/common';
import { forbidden, invalidField, wrongStatus } from '#kernel/errors';
import { sentFields } from '#kernel/fields';
import type { UnitOfWork } from '#kernel/work';
import { accessTo, type Access } from '../access/space-access.js';
import { checkCommentPace, checkPostPace, lockPerson } from '../pace.js';
import { scheduleRetention } from '../retention/retention-schedule.js';
import type { CreatePostRequest, Post, UpdatePostRequest } from './post.dto.js';
import { POST, PostEntity, PostMediaEntity, PostRevisionEntity } from './post.entity.js';
import { MAX_PINNED } from './post.limits.js';
import { createPost, deletePost, pinLimit, postingNotAllowed, updatePost } from './post.operations.js';
import { readPost } from './post.reader.js';
import { PostRepository } from './post.repository.js';

@Injectable()
export class PostService {
  constructor(private readonly posts: PostRepository) {}

  async create(uow: UnitOfWork, spaceId: string, request: CreatePostRequest): Promise<Post> {
    const { title = null, body, parentId = null, mediaIds = [], mentions = [] } = request;
    const isComment = parentId !== null;
    await lockPerson(uow);
    const place = await this.posts.takeNumber(uow, spaceId, { isComment });
    const access = await accessTo(uow, spaceId);
    requirePosting(access);
    await (isComment ? checkCommentPace : checkPostPace)(uow);
    if (parentId !== null) await this.posts.countComment(uow, spaceId, parentId);
    await this.posts.checkMedia(uow, mediaIds);
    const told = await this.posts.checkMentions(uow, spaceId, mentions);
    const post = uow.insert(PostEntity, {
      ...{ spaceId, parentId, ...place, title, body, mentions, byStaff: access.isStaff },
      ...{ authorMemberId: uow.caller.memberId, pinned: false, status: 'visible', commentCount: 0, reactions: {} },
    });
    mediaIds.forEach((mediaId, position) => uow.insert(PostMediaEntity, { postId: post.id, mediaId, position }));
    this.posts.moveMarker(uow, spaceId, place);
    // Staff are not blocked.
    const mentionedMemberIds = access.isStaff ? mentions : told;
    uow.record(createPost.event, { ...post, mentionedMemberIds }, { spaceId, parentId, number: place.number });
    return readPost(uow, post.id);
  }

  async update(uow: UnitOfWork, id: string, request: UpdatePostRequest): Promise<Post> {
    const { spaceId } = await uow.get(PostEntity, id);
    const sent = sentFields(request);
    if (sent.pinned === true) await this.posts.lockSpace(uow, spaceId);
    const post = await uow.getForUpdate(PostEntity, id);
    const access = await accessTo(uow, spaceId);
    await this.checkMayUpdate(uow, post, access, sent);
    POST.require(post, 'visible');
    requirePosting(access);
    if (sent.pinned === true && !post.pinned) await this.checkPinning(uow, post);
    const fields = (['title', 'body', 'pinned'] as const).filter((field) => sent[field] !== undefined);
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return readPost(uow, id);
    }
    const isEdited = fields.some((field) => field !== 'pinned' && sent[field] !== post[field]);
    if (isEdited) this.keepFormer(uow, post);
    uow.change(PostEntity, post, { ...sent, ...(isEdited ? { editedAt: uow.now } : {}) });
    uow.record(updatePost.event, { ...post, fields });
    return readPost(uow, id);
  }

  async delete(uow: UnitOfWork, id: string): Promise<Post> {
    const post = await uow.getForUpdate(PostEntity, id);
    await accessTo(uow, post.spaceId);
    if (!(await this.posts.isOwn(uow, post.authorMemberId))) throw forbidden();
    const ended = { pinned: false, endedAt: uow.now };
    await uow.move(PostEntity, post, POST, 'deleted', deletePost.event, ended);
    this.posts.releaseMedia(uow, id);
    scheduleRetention(uow, uow.now);
    return readPost(uow, id);
  }

  /** Throws 403: the author has the words, whoever moderates the space the pin. */
  private async checkMayUpdate(
    uow: UnitOfWork,
    { authorMemberId }: PostEntity,
    { moderates }: Access,
    { pinned, ...words }: UpdatePostRequest,
  ): Promise<void> {
    const isAuthor = await this.posts.isOwn(uow, authorMemberId);
    const changesWords = Object.values(words).some((value) => value !== undefined);
    if ((changesWords && !isAuthor) || (pinned !== undefined && !moderates) || !(isAuthor || moderates)) {
      throw forbidden();
    }
  }

  /** The space is locked. */
  private async checkPinning(uow: UnitOfWork, { spaceId, parentId }: PostEntity): Promise<void> {
    if (parentId !== null) throw invalidField('pinned', 'must be absent for a comment');
    if ((await this.posts.countPinned(uow, spaceId)) >= MAX_PINNED) throw pinLimit.error();
  }

  /** For moderation cases. The post is locked. */
  private keepFormer(uow: UnitOfWork, { id, title, body, editedAt, createdAt }: PostEntity): void {
    this.posts.dropOldRevisions(uow, id);
    const revision = { postId: id, title, body: body ?? '', writtenAt: editedAt ?? createdAt };
    uow.insert(PostRevisionEntity, revision);
  }
}

/** Throws 409 where the caller may read the space only. */
export function requirePosting({ status, posts }: Access): void {
  if (status === 'archived') throw wrongStatus('space', 'archived');
  if (!posts) throw postingNotAllowed.error();
}
