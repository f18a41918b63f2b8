import { beforeAll, describe, expect, it } from '@jest/globals';
import { slowParts } from '../support/query-plans.js';
import type { Person, School } from '../support/school.js';
import { useApp } from '../support/use-school.js';
import { openLargeSchool } from './large-school.js';
import { idOf } from './large-school-rows.js';

const app = useApp({ isOwn: true });
let school: School;
/** Coaches one enrollment and one cohort. */
let coach: Person;
/** Coaches three of the twenty thousand enrollments of the crowded cohort. */
let coachInCrowd: Person;
let director: Person;
let programReviewer: Person;
let everReviewer: Person;
/** Has about fifty enrollments, one of them in the program with the most courses. */
let learner: Pick<Person, 'client'>;
/** What the filters below name, by the word in braces. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  school = await openLargeSchool(app);
  const { rows } = await school.rows<Record<string, string>>(
    `select e.id as enrollment, e.cohort_id as cohort, e.member_id as member, c.program_id as program,
            t.id as task, d.id as deliverable, ${idOf('cohorts', 2_000)} as crowd, ${idOf('accounts', 1)} as account,
            ${idOf('programs', 2)} as "videoProgram", ${idOf('groups', 1)} as group, ${idOf('live_sessions', 1)} as live,
            ${idOf('interventions', 2)} as intervention, ${idOf('video_resources', 1)} as video,
            ${idOf('paths', 1)} as path
     from enrollments e join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
     join member_tasks t on t.organization_id = e.organization_id and t.enrollment_id = e.id
     join deliverables d on d.organization_id = e.organization_id and d.member_task_id = t.id
     where e.organization_id = $1 and e.status = 'paused' limit 1`,
  );
  Object.assign(ids, rows[0]);
  coach = await school.person(
    'MEMBER',
    { role: 'coach', enrollmentId: ids.enrollment },
    { role: 'coach', cohortId: ids.cohort },
  );
  const crowd = await school.rows<{ id: string }>(
    `select id from enrollments where organization_id = $1 and cohort_id = $2 and status = 'completed' limit 3`,
    ids.crowd,
  );
  coachInCrowd = await school.person(
    'MEMBER',
    ...crowd.rows.map(({ id }) => ({ role: 'coach' as const, enrollmentId: id })),
  );
  director = await school.person('MEMBER', { role: 'program_director' });
  programReviewer = await school.person('MEMBER', { role: 'reviewer', programId: ids.program });
  everReviewer = await school.person('MEMBER', { role: 'reviewer' });
  const own = await school.rows<{ id: string; memberId: string; accountId: string; lesson: string }>(
    `select e.id, e.member_id as "memberId", m.account_id as "accountId", c.lesson_id as lesson
     from enrollments e join members m on m.organization_id = e.organization_id and m.id = e.member_id
     join lesson_completions c on c.organization_id = e.organization_id and c.enrollment_id = e.id
     where e.organization_id = $1 limit 1`,
  );
  const { id, memberId, accountId, lesson } = own.rows[0];
  Object.assign(ids, { own: id, lesson });
  learner = await school.key(memberId, accountId);
});

/** Every list with each of its filters, and the filters that are likely together. */
const LISTS = [
  '/programs',
  '/programs?status=active',
  '/programs?status=archived',
  '/cohorts',
  '/cohorts?programId={program}',
  '/cohorts?status=active',
  '/cohorts?status=draft',
  '/cohorts?programId={program}&status=draft',
  '/enrollments',
  '/enrollments?cohortId={cohort}',
  '/enrollments?memberId={member}',
  '/enrollments?status=active',
  '/enrollments?status=failed',
  '/enrollments?status=transferred',
  '/enrollments?cohortId={cohort}&status=failed',
  '/enrollments?memberId={member}&status=failed',
  '/enrollments?cohortId={cohort}&memberId={member}&status=active',
  '/enrollments?cohortId={crowd}&status=failed',
  '/enrollments?q=abc',
  '/enrollments?q=abc&cohortId={crowd}',
  '/enrollments/{enrollment}/notes',
  '/enrollments/{enrollment}/blockers',
  '/enrollments/{enrollment}/coaching-sessions',
  '/enrollments/{enrollment}/interventions',
  '/enrollments/{enrollment}/interventions?status=cancelled',
  '/enrollments/{enrollment}/tasks',
  '/enrollments/{enrollment}/deadline-extensions',
  '/work-queue',
  '/work-queue?include=upcoming',
  '/interventions',
  '/interventions?ownerUserId={account}',
  '/interventions?cohortId={cohort}',
  '/interventions?reason=at_risk',
  '/interventions?overdue=true',
  '/interventions?ownership=orphaned',
  '/interventions?cohortId={cohort}&ownership=orphaned&overdue=true',
  '/member-tasks/{task}/deliverables',
  '/deliverables/{deliverable}/submissions',
  '/reviews',
  '/reviews?status=pending',
  '/reviews?oldestFirst=true',
  '/groups',
  '/groups?scope=organization',
  '/groups?type=level',
  '/groups?programId={program}',
  '/groups?cohortId={cohort}',
  '/groups?programId={program}&type=level',
  '/live-sessions',
  '/live-sessions?cohortId={cohort}',
  '/live-sessions?from=2020-01-01T00:00:00Z',
  '/live-sessions?to=2020-01-01T00:00:00Z',
  '/live-sessions?cohortId={cohort}&from=2020-01-01T00:00:00Z&to=2120-01-01T00:00:00Z',
  '/media',
  '/media?kind=video',
  '/media?kind=image',
  '/media?kind=file',
  '/video-resources',
  '/video-resources?programId={videoProgram}',
  '/video-resources?category=replay',
  '/video-resources?tag=tag7',
  '/video-resources?q=feedback%20777',
  '/video-resources?status=unpublished',
  '/video-questions',
  '/video-questions?status=open',
  '/video-questions?status=declined',
  '/video-questions?programId={program}',
  '/video-questions?enrollmentId={enrollment}',
  '/video-questions?programId={program}&status=open',
  '/me/video-questions',
  '/members',
  '/members?role=OWNER',
  '/members?status=detached',
  '/members?role=ADMIN&status=detached',
  '/members?q=ab',
  '/members?q=abc%20a&status=active',
  '/members?email=large777@example.com',
  '/members?externalId=S-777',
  '/api-keys',
  '/api-keys?memberId={member}',
  '/responsibilities',
  '/responsibilities?memberId={member}',
  '/responsibilities?role=reviewer',
  '/responsibilities?memberId={member}&role=reviewer',
  '/paths',
  '/paths?programId={program}',
  '/paths?status=draft',
  '/paths?programId={program}&status=draft',
  '/cohorts/{cohort}/progress',
  '/provider-events',
  '/provider-events?outcome=unmatched',
  '/audit-entries',
  '/audit-entries?targetType=program',
  '/audit-entries?targetId={program}',
  '/audit-entries?actorId={account}',
  '/audit-entries?action=program.restored',
  '/audit-entries?action=nothing.done',
  '/audit-entries?correlationId=request%2017',
  '/audit-entries?correlationId=nothing',
  '/audit-entries?targetType=program&targetId={program}',
  '/audit-entries?targetType=program&action=program.restored',
  '/audit-entries?from=2020-01-01T00:00:00Z&to=2120-01-01T00:00:00Z',
  '/audit-entries?action=program.restored&to=2020-01-01T00:00:00Z',
  '/events',
  '/events?name=program.restored',
  '/events?name=nothing.done',
  '/events?from=2020-01-01T00:00:00Z&to=2120-01-01T00:00:00Z',
];

/** Where what a coach sees differs from what the OWNER sees. */
const LISTS_OF_A_COACH = [
  '/enrollments',
  '/enrollments?cohortId={cohort}',
  '/enrollments?memberId={member}',
  '/enrollments?status=active',
  '/enrollments?status=failed',
  '/enrollments?q=abc',
  '/enrollments/{enrollment}/notes',
  '/enrollments/{enrollment}/interventions',
  '/enrollments/{enrollment}/tasks',
  '/member-tasks/{task}/deliverables',
  '/deliverables/{deliverable}/submissions',
  '/work-queue',
  '/work-queue?include=upcoming',
  '/interventions',
  '/interventions?ownership=orphaned',
  '/reviews',
  '/video-questions',
  '/video-questions?status=open',
  '/me/video-questions',
];

const LISTS_OF_A_LEARNER = [
  '/me/enrollments?limit=20',
  '/me/tasks?limit=20',
  '/me/schedule?from={now}&to={later}&limit=5',
  '/me/courses?enrollmentId={own}&limit=100',
];

const DETAILS = [
  '/cohorts/{cohort}',
  '/cohorts/{cohort}/cockpit',
  '/enrollments/{enrollment}',
  '/enrollments/{enrollment}/progress',
  '/member-tasks/{task}',
  '/deliverables/{deliverable}',
  '/groups/{group}',
  '/live-sessions/{live}',
  '/video-resources/{video}',
  '/members/{member}',
  '/programs/{program}',
  '/paths/{path}',
];

const pathOf = (template: string) => template.replace(/\{(\w+)\}/g, (_, name: string) => ids[name]);

/** Lists in the order of an instant; the others are in the order of their ids. */
const BY_INSTANT = /^\/(work-queue|interventions|live-sessions|audit-entries|events|video-questions\?.*status=)/;
const DAY_MS = 86_400_000;
const MIDDLE = '80000000-0000-4000-8000-000000000000';

/** The first page, then one from the middle. */
async function readPages(person: Person, list: string): Promise<void> {
  const path = pathOf(list);
  const first = await person.client.get(path);
  expect(first.status).toBe(200);
  const place = BY_INSTANT.test(list) ? [new Date(Date.now() - DAY_MS * 7).toISOString(), MIDDLE] : [MIDDLE];
  const middle = Buffer.from(JSON.stringify(place)).toString('base64url');
  const second = await person.client.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${middle}`);
  expect(second.status).toBe(200);
}

describe('over 100,000 enrollments of one organization', () => {
  it.each(LISTS)('an index leads to the page of %s', async (list) => {
    expect(await slowParts(school, () => readPages(school.owner, list))).toEqual([]);
  });

  it.each(LISTS_OF_A_COACH)("an index leads to a coach's page of %s", async (list) => {
    expect(await slowParts(school, () => readPages(coach, list))).toEqual([]);
  });

  it.each(LISTS_OF_A_LEARNER)("an index leads to a learner's page of %s", async (list) => {
    const now = Date.now();
    Object.assign(ids, { now: new Date(now - 40 * DAY_MS).toISOString(), later: new Date(now + DAY_MS).toISOString() });
    const work = async () => {
      const path = pathOf(list);
      const first = await learner.client.get(path);
      const { items, nextCursor } = first.body.data as { items: unknown[]; nextCursor: string };
      expect([first.status, items.length, nextCursor]).toEqual([200, expect.any(Number), expect.any(String)]);
      expect((await learner.client.get(`${path}&cursor=${nextCursor}`)).status).toBe(200);
    };
    expect(await slowParts(school, work)).toEqual([]);
  });

  it('indexes lead to a lesson of a learner', async () => {
    const work = async () => {
      const { status } = await learner.client.get(pathOf('/me/lessons/{lesson}?enrollmentId={own}'));
      expect(status).toBe(200);
    };
    expect(await slowParts(school, work)).toEqual([]);
  });

  it.each(DETAILS)('indexes lead to all that %s shows', async (detail) => {
    for (const person of [school.owner, coach]) {
      expect(await slowParts(school, () => person.client.get(pathOf(detail)))).toEqual([]);
    }
  });

  it("a coach of three enrollments of a crowded cohort does not make the crowd's be read", async () => {
    const work = async () => {
      const { status, body } = await coachInCrowd.client.get(pathOf('/cohorts/{crowd}/cockpit'));
      expect([status, body.data.scope, body.data.members.total]).toEqual([200, 'assigned', 3]);
    };
    expect(await slowParts(school, work)).toEqual([]);
    expect(await slowParts(school, () => readPages(coachInCrowd, '/enrollments?cohortId={crowd}'))).toEqual([]);
  });

  it('indexes lead to what waits for a review by whoever may give it', async () => {
    for (const person of [director, coachInCrowd, programReviewer, everReviewer]) {
      expect(await slowParts(school, () => readPages(person, '/reviews'))).toEqual([]);
      const waiting = '/reviews?oldestFirst=true';
      expect(await slowParts(school, () => readPages(person, waiting))).toEqual([]);
    }
  });

  it('a query without an index is noticed', async () => {
    const work = () =>
      app.rows.query(`select id from enrollments where organization_id = $1 and status_reason = 'x'`, [school.id]);
    expect(await slowParts(school, work)).toEqual([expect.stringMatching(/^reads (all|and drops)/)]);
  });
});
