import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import { accessTo } from '../access/space-access.js';
import { checkReactionPace, lockPerson, REACTIONS_WINDOW_MS } from '../pace.js';
import type { Post, SetReactionsRequest } from './post.dto.js';
import { POST, PostEntity, PostReactionEntity, REACTIONS, type Reaction, type ReactionCounts } from './post.entity.js';
import { readPost } from './post.reader.js';
import { PostRepository } from './post.repository.js';
import { requirePosting } from './post.service.js';

@Injectable()
export class ReactionService {
  constructor(private readonly posts: PostRepository) {}

  /** The counts of the post are those of its reactions: both change under the lock of its row. */
  async set(uow: UnitOfWork, postId: string, { reactions: sent }: SetReactionsRequest): Promise<Post> {
    await lockPerson(uow);
    const post = await uow.getForUpdate(PostEntity, postId);
    const access = await accessTo(uow, post.spaceId);
    POST.require(post, 'visible');
    requirePosting(access);
    await checkReactionPace(uow);
    const reactions = REACTIONS.filter((reaction) => sent.includes(reaction));
    const found = await this.posts.findReaction(uow, postId);
    const former = found === undefined ? null : await uow.get(PostReactionEntity, found);
    const since = new Date(uow.now.getTime() - REACTIONS_WINDOW_MS).toISOString();
    const setAt = [...(former?.setAt ?? []).filter((at) => at > since), uow.now.toISOString()];
    if (former) uow.change(PostReactionEntity, former, { reactions, setAt });
    else uow.insert(PostReactionEntity, { postId, memberId: uow.caller.memberId, reactions, setAt });
    const counts = counted(post.reactions, former?.reactions ?? [], reactions);
    this.posts.setReactions(uow, postId, counts);
    uow.recordWithoutEvent(postId, { reactions: { from: former?.reactions ?? [], to: reactions } });
    return readPost(uow, postId);
  }
}

function counted(counts: ReactionCounts, from: readonly Reaction[], to: readonly Reaction[]): ReactionCounts {
  const change = (reaction: Reaction) => Number(to.includes(reaction)) - Number(from.includes(reaction));
  return Object.fromEntries(REACTIONS.map((reaction) => [reaction, (counts[reaction] ?? 0) + change(reaction)]));
}
