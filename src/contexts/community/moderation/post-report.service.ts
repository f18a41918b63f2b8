import { Injectable } from '@nestjs/common';
import { forbidden } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import { newestFirst, type Page, type PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { accessTo } from '../access/space-access.js';
import { communityTables } from '../community.tables.js';
import { ModerationCaseEntity } from './moderation-case.entity.js';
import { checkReportPace, lockPerson } from '../pace.js';
import { POST, PostEntity } from '../post/post.entity.js';
import { PostRepository } from '../post/post.repository.js';
import { PostReport, type ReportPostRequest } from './post-report.dto.js';
import { PostReportEntity } from './post-report.entity.js';
import { alreadyReported, postReported } from './post-report.operations.js';

const lockOpenCase = communityTables
  .statement(
    'lock_open_moderation_case_of_post',
    { post: 'uuid' },
    `select id from moderation_cases where organization_id = :organization and post_id = :post and status = 'open'
     for no key update`,
  )
  .returning<{ id: string }>();

const findOwnReport = communityTables.statement(
  'find_own_report_in_case',
  { case: 'uuid', account: 'uuid' },
  `select 1 from post_reports r
   join members m on m.organization_id = r.organization_id and m.id = r.member_id
   where r.organization_id = :organization and r.moderation_case_id = :case and m.account_id = :account`,
);

const listOwn = communityTables
  .list('list_own_reports', {
    parameters: { account: 'uuid' },
    order: newestFirst('id', 'r.id'),
    sql: ({ conditions, orderAndLimit }) => `
      select r.id, r.post_id as "postId", r.reason, r.created_at as "createdAt", c.decided_at as "decidedAt",
        case c.decision when 'remove' then 'upheld' when 'dismiss' then 'dismissed' else 'open' end as status
      from post_reports r
      join moderation_cases c on c.organization_id = r.organization_id and c.id = r.moderation_case_id
      where r.organization_id = :organization and r.member_id = any(array(
        select m.id from members m where m.organization_id = :organization and m.account_id = :account))
      ${conditions} ${orderAndLimit}`,
  })
  .returning<Record<keyof PostReport, string>>();

@Injectable()
export class PostReportService {
  constructor(private readonly posts: PostRepository) {}

  /** The lock of the post lets of two first reports one open the case. */
  async report(uow: UnitOfWork, postId: string, { reason, text = null }: ReportPostRequest): Promise<PostReport> {
    await lockPerson(uow);
    const post = await uow.getForUpdate(PostEntity, postId);
    await accessTo(uow, post.spaceId);
    if (await this.posts.isOwn(uow, post.authorMemberId)) throw forbidden('Nobody reports a post of their own.');
    POST.require(post, 'visible');
    const open = (await uow.query(lockOpenCase, { post: postId })).at(0);
    if (open && (await uow.query(findOwnReport, { case: open.id, account: uow.caller.accountId })).length > 0) {
      throw alreadyReported.error();
    }
    await checkReportPace(uow);
    const moderationCaseId = open?.id ?? this.openCase(uow, post);
    const { memberId } = uow.caller;
    const report = uow.insert(PostReportEntity, { moderationCaseId, postId, memberId, reason, text });
    const { spaceId } = post;
    uow.record(postReported, {
      targetId: report.id,
      changes: { postId, moderationCaseId, reason },
      data: { postId, spaceId, moderationCaseId, reason },
    });
    return toResource(PostReport, { ...report, status: 'open', decidedAt: null });
  }

  listOwn(scope: Scope, query: PageQuery): Promise<Page<PostReport>> {
    return scope.list(listOwn, { ...query, account: scope.caller.accountId }, toResources(PostReport));
  }

  private openCase(uow: UnitOfWork, { id: postId, spaceId, title, body }: PostEntity): string {
    const opened = { postId, spaceId, snapshotTitle: title, snapshotBody: body, status: 'open' } as const;
    return uow.insert(ModerationCaseEntity, opened).id;
  }
}
