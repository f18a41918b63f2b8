import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createPost, deletePost, getPost, listPosts, setReactions, updatePost } from './post.operations.js';
import { readPost, readPosts } from './post.reader.js';
import { PostService } from './post.service.js';
import { ReactionService } from './reaction.service.js';

@Controller()
export class PostController {
  constructor(
    private readonly posts: PostService,
    private readonly reactions: ReactionService,
  ) {}

  @Operation(createPost)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createPost>) {
    return this.posts.create(uow, params.spaceId, body);
  }

  @Operation(listPosts)
  list(scope: Scope, { params, query }: InputOf<typeof listPosts>) {
    return readPosts(scope, params.spaceId, query);
  }

  @Operation(getPost)
  get(scope: Scope, { params }: InputOf<typeof getPost>) {
    return readPost(scope, params.postId);
  }

  @Operation(updatePost)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updatePost>) {
    return this.posts.update(uow, params.postId, body);
  }

  @Operation(deletePost)
  delete(uow: UnitOfWork, { params }: InputOf<typeof deletePost>) {
    return this.posts.delete(uow, params.postId);
  }

  @Operation(setReactions)
  setReactions(uow: UnitOfWork, { params, body }: InputOf<typeof setReactions>) {
    return this.reactions.set(uow, params.postId, body);
  }
}
