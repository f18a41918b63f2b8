import { everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { declareList, declareWrite } from '#kernel/operations';
import { readablePost } from '../access/space-access.js';
import { TOO_MANY } from '../pace.js';
import { POST } from '../post/post.entity.js';
import { PostReport, ReportPostRequest } from './post-report.dto.js';
import { REPORT_REASONS } from './post-report.entity.js';

export const alreadyReported = refusal('post_already_reported', 'The caller has reported the post already.');

/** Never the reporter: whoever moderates the space reads the case. */
class PostReported {
  @Uuid() postId: string;
  @Uuid() spaceId: string;
  @Uuid() moderationCaseId: string;
  @OneOf(REPORT_REASONS) reason: string;
}

export const postReported = declareEvent('post.reported', 'A post was reported.', PostReported);

export const reportPost = declareWrite({
  name: 'report_post',
  path: '/posts/:postId/reports',
  tag: 'Posts',
  summary: 'Report a post',
  description:
    'Joins the open moderation case of the post, or opens one, which keeps the words as they are. No number of reports hides a ' +
    "post. At most 20 within a day. The Idempotency-Key is the caller's own.",
  access: everyMember,
  target: readablePost,
  keyScope: 'account',
  status: 201,
  body: ReportPostRequest,
  response: PostReport,
  leadsTo: 'open',
  event: postReported,
  targetType: 'post_report',
  refusals: {
    403: `${everyMember.forbidden} Nobody reports a post of their own.`,
    429: TOO_MANY(20, 'reports', 'a day'),
  },
  reasons: [...POST.refusalsUnless('visible'), alreadyReported],
});

export const listMyReports = declareList({
  name: 'list_my_reports',
  path: '/me/reports',
  tag: 'Me',
  summary: 'List the reports of the caller',
  description: 'The posts that they have reported, with what came of it, newest first.',
  access: everyMember,
  query: PageQuery,
  item: PostReport,
});
