import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Instant, Nested, NestedList, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { Limit, PageQuery } from '#kernel/lists';
import { PostAuthor, ShownWords } from '../post/post.dto.js';
import { POST_STATUSES } from '../post/post.entity.js';
import { MAX_REVISIONS } from '../post/post.limits.js';
import { REPORT_REASONS } from './post-report.entity.js';
import { CASE_STATUSES, DECISIONS, type CaseStatus, type Decision } from './moderation-case.entity.js';

/** So many reports of a case are shown. */
export const MAX_SHOWN_REPORTS = 100;

/** And so many former versions, the newest: those from before the first report, those since, and one for each report. */
export const MAX_SHOWN_REVISIONS = 2 * MAX_REVISIONS + MAX_SHOWN_REPORTS;

/** A page ends where the words that its cases show would take more bytes, after one case at least. */
export const MAX_PAGE_BYTES = 500_000;

const USUAL_LIMIT = 5;

export class DecideModerationCaseRequest implements CrossChecked {
  @OneOf(DECISIONS, { description: 'Keep the post, or remove it', example: 'remove' }) decision: Decision;

  @WholeNumber({
    optional: true,
    nullable: true,
    min: 1,
    max: 90,
    description: 'With remove: for how many days the author may only read',
    example: 7,
  })
  muteDays?: number | null;

  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: 1_000,
    trim: true,
    description: 'Why, for those who moderate the space',
    example: 'Telephone numbers are not for the space.',
  })
  note?: string | null;

  crossIssues(): FieldIssue[] {
    const mutes = (this.muteDays ?? null) !== null;
    return this.decision === 'dismiss' && mutes ? [{ field: 'muteDays', issue: 'must be absent with dismiss' }] : [];
  }
}

export class ModerationCaseQuery extends PageQuery {
  @Limit({ most: 10, usual: USUAL_LIMIT }) override limit = USUAL_LIMIT;
  @OneOf(CASE_STATUSES, { optional: true, description: 'Only cases with this status' }) status?: CaseStatus;
  @Uuid({ optional: true, description: 'Only cases of this space' }) spaceId?: string;
}

export class FormerWords {
  @Text({ nullable: true, description: 'Title', example: null }) title: string | null;
  @Text({ description: 'Text', example: 'Call me.' }) body: string;
  @Instant({ description: 'When they were written, UTC' }) at: string;
}

export class CaseReport {
  @Uuid({ description: 'Member who reported the post' }) memberId: string;
  @Text({ description: 'Display name', example: 'Grace Hopper' }) memberName: string;
  @OneOf(REPORT_REASONS, { description: 'What is wrong with it', example: 'personal_data' }) reason: string;
  @Text({ nullable: true, description: 'In words', example: null }) text: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
}

export class ModerationCase {
  @Uuid({ description: 'Moderation case identifier' }) id: string;
  @Uuid({ description: 'Post' }) postId: string;
  @Uuid({ description: 'Space' }) spaceId: string;
  @Nested(() => PostAuthor, { description: 'Author of the post' }) author: PostAuthor;
  @OneOf(POST_STATUSES, { description: 'What became of the post', example: 'visible' }) postStatus: string;

  @Nested(() => ShownWords, {
    nullable: true,
    description: 'The words as they were first reported; null 30 days after the decision',
  })
  snapshot: ShownWords | null;

  @Nested(() => ShownWords, { description: 'The words of the post now; null each once it is not visible' })
  current: ShownWords;

  @NestedList(() => FormerWords, {
    description: 'Former words, oldest first; none 30 days after the decision',
    example: [],
  })
  revisions: FormerWords[];

  @NestedList(() => CaseReport, { description: `The first ${MAX_SHOWN_REPORTS} reports, oldest first` })
  reports: CaseReport[];

  @OneOf(CASE_STATUSES, { description: 'decided: all reports are answered', example: 'open' }) status: string;
  @OneOf(DECISIONS, { nullable: true, description: 'dismiss: the post stays' }) decision: string | null;
  @Uuid({ nullable: true, description: 'Account that decided' }) decidedBy: string | null;
  @Instant({ nullable: true, description: 'Decision, UTC' }) decidedAt: string | null;
  @Text({ nullable: true, description: 'Why', example: null }) note: string | null;
  @WholeNumber({ nullable: true, description: 'For how many days the author was muted', example: null })
  muteDays: number | null;

  @Instant({ description: 'First report, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}
