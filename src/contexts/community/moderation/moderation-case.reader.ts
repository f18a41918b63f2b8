import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { groupedBy, newestFirst, type Page } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { MODERATES } from '../access/access-sql.js';
import { LEADER_AND_SPACES, leaderParameters, leaderValues } from '../access/space-access.js';
import { communityTables } from '../community.tables.js';
import { mediaOfPosts } from '../post/post-media.js';
import { PostAuthor, type PostMedia, ShownWords } from '../post/post.dto.js';
import { keptSince } from '../retention/retention-schedule.js';
import {
  CaseReport,
  FormerWords,
  MAX_PAGE_BYTES,
  MAX_SHOWN_REPORTS,
  MAX_SHOWN_REVISIONS,
  ModerationCase,
  type ModerationCaseQuery,
} from './moderation-case.dto.js';
import type { ModerationCaseEntity } from './moderation-case.entity.js';

type CaseRow = Omit<ModerationCaseEntity, 'organizationId'> & {
  authorMemberId: string;
  authorName: string;
  byStaff: boolean;
  title: string | null;
  body: string | null;
  postStatus: string;
};

const COLUMNS = `c.id, c.post_id as "postId", c.space_id as "spaceId", c.snapshot_title as "snapshotTitle",
  c.snapshot_body as "snapshotBody", c.status, c.decision, c.decided_by as "decidedBy", c.decided_at as "decidedAt",
  c.note, c.mute_days as "muteDays", c.created_at as "createdAt", c.updated_at as "updatedAt",
  t.author_member_id as "authorMemberId", a.name as "authorName", t.by_staff as "byStaff", t.title, t.body,
  t.status as "postStatus"`;

const MODERATED = `from ${LEADER_AND_SPACES}
  join moderation_cases c on c.organization_id = s.organization_id and c.space_id = s.id
  join posts t on t.organization_id = c.organization_id and t.id = c.post_id
  join members a on a.organization_id = t.organization_id and a.id = t.author_member_id
  where s.organization_id = :organization and ${MODERATES}`;

const findCase = communityTables
  .statement(
    'find_moderation_case',
    { id: 'uuid', ...leaderParameters },
    `select ${COLUMNS} ${MODERATED} and c.id = :id`,
  )
  .returning<CaseRow>();

const listCases = communityTables
  .list('list_moderation_cases', {
    parameters: leaderParameters,
    filters: { status: ['text', 'c.status = :status'], spaceId: ['uuid', 'c.space_id = :spaceId'] },
    order: [{ ...newestFirst('id', 'c.id')[0], direction: 'asc' }],
    sql: ({ conditions, orderAndLimit }) => `select ${COLUMNS} ${MODERATED} ${conditions} ${orderAndLimit}`,
  })
  .returning<CaseRow>();

const bytesOf = (...texts: string[]): string => texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(' + ');

/** SQL: the bytes of the texts of the rows that are shown of those that `from` selects. */
const bytesOfShown = (texts: string, from: string): string =>
  `coalesce((select sum(shown.bytes) from (select ${texts} as bytes ${from}) shown), 0)::integer`;

// Whole texts are not read: PostgreSQL knows how long they are.
const weighCases = communityTables
  .statement(
    'weigh_moderation_cases',
    { cases: 'uuid[]', kept: 'uuid[]' },
    `select c.id, ${bytesOf('c.note')}
       + case when t.status = 'visible' then ${bytesOf('t.title', 't.body')} else 0 end
       + case when c.id = any(:kept::uuid[]) then ${bytesOf('c.snapshot_title', 'c.snapshot_body')} + ${bytesOfShown(
         bytesOf('r.title', 'r.body'),
         `from post_revisions r where r.organization_id = :organization and r.post_id = c.post_id
          order by r.id desc limit ${MAX_SHOWN_REVISIONS}`,
       )} else 0 end
       + ${bytesOfShown(
         bytesOf('p.text'),
         `from post_reports p where p.organization_id = :organization and p.moderation_case_id = c.id
          order by p.created_at, p.id limit ${MAX_SHOWN_REPORTS}`,
       )} as bytes
     from moderation_cases c
     join posts t on t.organization_id = c.organization_id and t.id = c.post_id
     where c.organization_id = :organization and c.id = any(:cases::uuid[])`,
  )
  .returning<{ id: string; bytes: number }>();

const listRevisions = communityTables
  .statement(
    'list_revisions_of_posts',
    { posts: 'uuid[]' },
    `select r.post_id as "postId", r.title, r.body, r.written_at as at
     from unnest(:posts::uuid[]) as wanted (id)
     cross join lateral (
       select * from post_revisions where organization_id = :organization and post_id = wanted.id
       order by id desc limit ${MAX_SHOWN_REVISIONS}) r
     order by r.post_id, r.id`,
  )
  .returning<{ postId: string; title: string | null; body: string; at: Date }>();

const listReports = communityTables
  .statement(
    'list_reports_of_moderation_cases',
    { cases: 'uuid[]' },
    `select r.moderation_case_id as "caseId", r.member_id as "memberId", m.name as "memberName", r.reason, r.text,
       r.created_at as "createdAt"
     from unnest(:cases::uuid[]) as wanted (id)
     cross join lateral (
       select * from post_reports where organization_id = :organization and moderation_case_id = wanted.id
       order by created_at, id limit ${MAX_SHOWN_REPORTS}) r
     join members m on m.organization_id = r.organization_id and m.id = r.member_id
     order by r.moderation_case_id, r.created_at, r.id`,
  )
  .returning<{ caseId: string } & Record<keyof CaseReport, string>>();

/** A case as whoever moderates its space sees it now. Throws 404 for others. */
export async function readCase(scope: Scope, id: string): Promise<ModerationCase> {
  const rows = await scope.query(findCase, { id, ...leaderValues(scope) });
  const [found] = await shown(scope, rows);
  if (!(found as ModerationCase | undefined)) throw notFound();
  return found;
}

export async function readCases(scope: Scope, query: ModerationCaseQuery): Promise<Page<ModerationCase>> {
  const rows = await scope.listRows(listCases, { ...query, ...leaderValues(scope) });
  const limit = await countFitting(scope, rows.slice(0, query.limit));
  const page = listCases.page(rows, { ...query, limit });
  return { ...page, items: await shown(scope, page.items) };
}

/** How many of the cases, from the first on, a page holds. */
async function countFitting(scope: Scope, rows: readonly CaseRow[]): Promise<number> {
  if (rows.length === 0) return 0;
  const kept = rows.filter((row) => isKept(scope, row));
  const weighed = await scope.query(weighCases, { cases: idsOf(rows), kept: idsOf(kept) });
  const bytes = new Map(weighed.map((one) => [one.id, one.bytes]));
  let total = 0;
  const tooMany = rows.findIndex(({ id }) => (total += bytes.get(id) ?? 0) > MAX_PAGE_BYTES);
  return tooMany < 0 ? rows.length : Math.max(1, tooMany);
}

/** Whether the words that the case keeps may still be seen. */
function isKept({ now }: Scope, { decidedAt, snapshotBody }: CaseRow): boolean {
  return snapshotBody !== null && (decidedAt === null || decidedAt > keptSince(now));
}

const idsOf = (rows: readonly CaseRow[]): string[] => rows.map(({ id }) => id);

const postsOf = (rows: readonly CaseRow[]): string[] => [...new Set(rows.map(({ postId }) => postId))];

/** By three statements for any number of cases. */
async function shown(scope: Scope, rows: readonly CaseRow[]): Promise<ModerationCase[]> {
  const media = await mediaOfPosts(scope, postsOf(rows));
  const kept = new Set(rows.filter((row) => isKept(scope, row)));
  const revisions = groupedBy(await scope.query(listRevisions, { posts: postsOf([...kept]) }), ({ postId }) => postId);
  const reports = groupedBy(await scope.query(listReports, { cases: idsOf(rows) }), ({ caseId }) => caseId);
  return rows.map((row) => {
    const ofPost = media.get(row.postId) ?? [];
    const former = kept.has(row) ? (revisions.get(row.postId) ?? []) : [];
    return toResource(ModerationCase, {
      ...row,
      author: toResource(PostAuthor, { memberId: row.authorMemberId, name: row.authorName, staff: row.byStaff }),
      snapshot: kept.has(row) ? words(row.snapshotTitle, row.snapshotBody, ofPost) : null,
      current: row.postStatus === 'visible' ? words(row.title, row.body, ofPost) : words(null, null, null),
      revisions: former.map((one) => toResource(FormerWords, one)),
      reports: (reports.get(row.id) ?? []).map((one) => toResource(CaseReport, one)),
    });
  });
}

function words(title: string | null, body: string | null, media: PostMedia[] | null): ShownWords {
  return toResource(ShownWords, { title, body, media });
}
