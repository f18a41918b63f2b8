import type { Row, Tenant } from '../tenant.js';
import { cohort } from './cohort.js';
import { enrollment } from './enrollment.js';
import { media } from './media.js';
import { person } from './person.js';
import { program } from './program.js';
import { upload } from './upload.js';

/** By default a space of a new cohort, in which members post. */
export async function space(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  if (!['scope', 'program_id', 'cohort_id', 'group_id'].some((name) => name in row)) {
    const programId = await program(school);
    return space(school, { program_id: programId, cohort_id: await cohort(school, { program_id: programId }), ...row });
  }
  const { program_id, cohort_id, group_id } = row;
  const scope = group_id ? 'group' : cohort_id ? 'cohort' : program_id ? 'program' : 'organization';
  return school.insert('spaces', {
    name: 'Open room',
    scope,
    place_id: group_id ?? cohort_id ?? program_id ?? school.id,
    posting: 'members',
    status: 'active',
    last_number: 0,
    posts_made: 0,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** The member of a new person who is enrolled. */
export async function enrolledMember(school: Tenant, row: Row = {}): Promise<string> {
  const { memberId } = await person(school);
  await enrollment(school, { member_id: memberId, ...row });
  return memberId;
}

/** By default a visible post of an enrolled member, in a new space; with `parent_id` a comment. */
export async function post(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const spaceId = (row.space_id ?? (await space(school))) as string;
  const { rows } = await school.rows<{ last_number: number; posts_made: number }>(
    `update spaces set last_number = last_number + 1, posts_made = posts_made + $3::integer
     where organization_id = $1 and id = $2 returning last_number, posts_made`,
    spaceId,
    row.parent_id ? 0 : 1,
  );
  const [{ last_number, posts_made }] = rows;
  if (row.parent_id) {
    const sql = 'update posts set comment_count = comment_count + 1 where organization_id = $1 and id = $2';
    await school.rows(sql, row.parent_id);
  }
  return school.insert('posts', {
    space_id: spaceId,
    number: last_number,
    posts_through: posts_made,
    author_member_id: row.author_member_id ?? (await enrolledMember(school, await cohortOf(school, spaceId))),
    by_staff: false,
    title: 'What worked this week',
    body: 'I asked first, and then listened.',
    mentions: [],
    pinned: false,
    status: 'visible',
    comment_count: 0,
    reactions: '{}',
    created_at: now,
    updated_at: now,
    ...(row.status !== undefined && row.status !== 'visible' ? { ended_at: now } : {}),
    ...row,
  });
}

/** The cohort of the space, for its enrollments. */
async function cohortOf(school: Tenant, spaceId: string): Promise<Row> {
  const sql = 'select cohort_id from spaces where organization_id = $1 and id = $2';
  const { rows } = await school.rows<{ cohort_id: string | null }>(sql, spaceId);
  return rows[0].cohort_id === null ? {} : { cohort_id: rows[0].cohort_id };
}

/** An open case of a new post, reported by another member. */
export async function moderationCase(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const postId = (row.post_id ?? (await post(school))) as string;
  const { rows } = await school.rows<{ space_id: string; title: string; body: string }>(
    'select space_id, title, body from posts where organization_id = $1 and id = $2',
    postId,
  );
  const [{ space_id, title, body }] = rows;
  const id = await school.insert('moderation_cases', {
    ...{ post_id: postId, space_id, snapshot_title: title, snapshot_body: body, status: 'open' },
    ...{ created_at: now, updated_at: now },
    ...row,
  });
  await postReport(school, { moderation_case_id: id, post_id: postId });
  return id;
}

/** The report of a member, by default in a new case. */
export async function postReport(school: Tenant, row: Row = {}): Promise<string> {
  const postId = (row.post_id ?? (await post(school))) as string;
  return school.insert('post_reports', {
    moderation_case_id: row.moderation_case_id ?? (await moderationCase(school, { post_id: postId })),
    post_id: postId,
    member_id: row.member_id ?? (await enrolledMember(school)),
    reason: 'other',
    text: 'It names somebody.',
    created_at: school.app.now(),
    ...row,
  });
}

/** Media of a stored file that the account has made. */
export async function storedMedia(school: Tenant, accountId: string): Promise<string> {
  const uploadId = await upload(school, { status: 'used', created_by: accountId });
  const url = `minted:content:${uploadId}:application/pdf`;
  return media(school, 'file', { upload_id: uploadId, url, own_side: true, created_by: accountId });
}

/** Who may only read until tomorrow. */
export async function communityMute(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('community_mutes', {
    member_id: row.member_id ?? (await enrolledMember(school)),
    until: new Date(now.getTime() + 86_400_000),
    reason: 'Advertises',
    muted_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
}
