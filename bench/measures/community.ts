import { interleaved } from '../support/interleaved.js';
import { uuid } from '../support/ids.js';
import { addLargeCohort } from '../support/large-cohort.js';
import { startService } from '../support/service-process.js';
import { addApiKey, type Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const ENROLLMENTS = 1_000;
const OTHER_SPACES = 1_000;
const BLOCKED = 100;

/** A space with many posts and an organization with many spaces, read by somebody enrolled, beside the list of members. */
export async function measureCommunity(stage: Stage, effort: Effort): Promise<Row[]> {
  const posts = effort.rounds > 1 ? 100_000 : 2_000;
  const cohortId = await addLargeCohort(stage, ENROLLMENTS);
  const { spaceId, learnerKey } = await addSpaces(stage, cohortId, posts);
  const service = await startService(stage);
  const page = `/spaces/${spaceId}/posts`;
  const send = (path: string) => {
    const [by, below] = path.split(' ');
    const key = by === 'owner' ? stage.apiKey : learnerKey;
    return fetch(`${service.url}/api/v1${below}`, { headers: { 'x-api-key': key } });
  };
  const far = Buffer.from(JSON.stringify(['0', String(posts / 2)])).toString('base64url');
  const times = await interleaved(
    {
      plain: 'owner /members',
      first: `learner ${page}`,
      middle: `learner ${page}?cursor=${far}`,
      spaces: 'learner /spaces',
    },
    send,
  );
  await service.stop();
  const of = posts.toLocaleString('en');
  return [
    { measure: `first page of a space of ${of} posts, p95`, value: times.first, unit: 'ms' },
    { measure: '… ÷ a page of members', value: times.first / times.plain, unit: '×' },
    { measure: '… a page from its middle ÷ a page of members', value: times.middle / times.plain, unit: '×' },
    {
      measure: `spaces of somebody enrolled, among ${OTHER_SPACES.toLocaleString('en')} others ÷ a page of members`,
      value: times.spaces / times.plain,
      unit: '×',
    },
  ];
}

async function addSpaces(stage: Stage, cohortId: string, posts: number) {
  const { admin, organizationId, ownerAccountId } = stage;
  const { rows } = await admin.query<{ member_id: string; program_id: string }>(
    `select e.member_id, k.program_id from enrollments e join cohorts k on k.id = e.cohort_id
     where e.organization_id = $1 and e.cohort_id = $2 and e.status = 'active' limit 1`,
    [organizationId, cohortId],
  );
  const [{ member_id: learner, program_id: programId }] = rows;
  const spaceId = uuid();
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into spaces (organization_id, id, name, scope, program_id, cohort_id, place_id, posting, status, last_number, posts_made,
       created_by, created_at, updated_at)
     values ($1, $2, 'Bench', 'cohort', $3, $4, $4, 'members', 'active', $5, $5, $6, now(), now())`,
    [organizationId, spaceId, programId, cohortId, posts, ownerAccountId],
  );
  await admin.query(
    `insert into spaces (organization_id, id, name, scope, group_id, place_id, posting, status, last_number, posts_made, created_by,
       created_at, updated_at)
     select $1::uuid, gen_random_uuid(), 'Bench', 'group', g.id, g.id, 'members', 'active', 0, 0, $2::uuid, now(), now()
     from (select gen_random_uuid() as id from generate_series(1, ${OTHER_SPACES})) g`,
    [organizationId, ownerAccountId],
  );
  await admin.query(
    `with authors as (
       select array_agg(member_id) as ids from enrollments where organization_id = $1 and cohort_id = $2)
     insert into posts (organization_id, id, space_id, number, posts_through, author_member_id, by_staff, title, body, mentions,
       pinned, status, comment_count, reactions, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), $3::uuid, i, i, a.ids[1 + i % ${ENROLLMENTS}], false, 'Week ' || i,
       repeat('More time to talk. ', 20), '{}', i <= 5, 'visible', 0, '{"like": 3}', now(), now()
     from authors a cross join generate_series(1, ${posts}) i`,
    [organizationId, cohortId, spaceId],
  );
  await admin.query(
    `insert into member_blocks (organization_id, id, member_id, blocked_member_id, created_at)
     select $1::uuid, gen_random_uuid(), $2::uuid, e.member_id, now() from enrollments e
     where e.organization_id = $1 and e.cohort_id = $3 and e.member_id <> $2 limit ${BLOCKED}`,
    [organizationId, learner, cohortId],
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
  return { spaceId, learnerKey: await addApiKey(admin, stage, learner) };
}
