import { addLargeCohort } from './large-cohort.js';
import { addApiKey, type Stage } from './stage.js';

export interface LargeProgram {
  cohortId: string;
  /** An active enrollment that has completed as many lessons as the others do on average. */
  enrollmentId: string;
  /** Key of its member. */
  learnerKey: string;
  /** One that has completed half of all lessons. */
  furthestId: string;
  /** Lessons that `enrollmentId` has not completed. */
  openLessons: string[];
}

export interface Size {
  courses: number;
  lessonsOfCourse: number;
  enrollments: number;
}

const SECTIONS_OF_COURSE = 20;
/** Enrollments have completed the first lessons of the program, from none to twice as many. */
const COMPLETED_ON_AVERAGE = 200;
const OPEN_LESSONS = 2_000;
/** As many as a program may have, each with as many lessons as it may require. */
const MILESTONES = 50;
const LESSONS_OF_MILESTONE = 50;

/** Bulk-loads a program with published courses, and a cohort of it whose members have begun them. */
export async function addLargeProgram(stage: Stage, size: Size): Promise<LargeProgram> {
  const { admin, organizationId, ownerAccountId } = stage;
  const cohortId = await addLargeCohort(stage, size.enrollments);
  const [organization, account] = [`'${organizationId}'::uuid`, `'${ownerAccountId}'::uuid`];
  const perSection = Math.ceil(size.lessonsOfCourse / SECTIONS_OF_COURSE);
  await admin.query('set session_replication_role = replica');
  await admin.query(
    `insert into courses (organization_id, id, program_id, title, position, status, published_count, required_count,
       created_by, created_at, updated_at, published_at)
     select ${organization}, gen_random_uuid(), k.program_id, 'Course ' || i, i, 'published', $2, $2, ${account}, now(),
       now(), now()
     from cohorts k cross join generate_series(1, $3::integer) i where k.id = $1`,
    [cohortId, size.lessonsOfCourse, size.courses],
  );
  await admin.query(
    `insert into course_sections (organization_id, id, course_id, title, position, availability_kind,
       published_count, status, created_at, updated_at)
     select ${organization}, gen_random_uuid(), c.id, 'Section ' || i, i, 'always', $1, 'active', now(), now()
     from courses c cross join generate_series(1, ${SECTIONS_OF_COURSE}) i`,
    [perSection],
  );
  await admin.query(
    `insert into lessons (organization_id, id, course_id, section_id, number, title, kind, body, required, completion, position,
       status, created_at, updated_at, published_at)
     select ${organization}, gen_random_uuid(), s.course_id, s.id, (s.position - 1) * $1 + i - 1, 'Lesson ' || i, 'text', repeat('Read this. ', 50), true,
       'self', i, 'published', now() - interval '60 days', now(), now() - interval '60 days'
     from course_sections s cross join generate_series(1, $1::integer) i
     where (s.position - 1) * $1 + i <= $2`,
    [perSection, size.lessonsOfCourse],
  );
  await admin.query(
    `insert into milestones (organization_id, id, program_id, title, position, requirement_kind, due_kind, status, created_at,
       updated_at)
     select ${organization}, gen_random_uuid(), k.program_id, 'Milestone ' || i, i, 'lessons', 'none', 'active', now(), now()
     from cohorts k cross join generate_series(1, $2::integer) i where k.id = $1`,
    [cohortId, MILESTONES],
  );
  // The last lessons of the program, which are open: each of the milestones is looked at with each completion.
  await admin.query(
    `insert into milestone_lessons (organization_id, id, milestone_id, lesson_id, position)
     select ${organization}, gen_random_uuid(), m.id, l.id, l.place
     from milestones m cross join (
       select l.id, row_number() over (order by l.number) as place from lessons l join courses c on c.id = l.course_id
       where c.position = $1 order by l.number limit ${LESSONS_OF_MILESTONE}) l`,
    [size.courses],
  );
  const [enrollment, furthest] = await active(stage, cohortId);
  const ordered = `select l.id, l.course_id, row_number() over (order by c.position, s.position, l.position) as place
     from lessons l join course_sections s on s.id = l.section_id join courses c on c.id = l.course_id`;
  await admin.query(
    `with ordered as (${ordered}), begun as (
       select e.id as enrollment_id, case e.id when $2 then $3::integer when $4 then $5::integer
         else (hashtext(e.id::text)::bigint + 2147483648) % ($3::integer * 2 + 1) end as most
       from enrollments e where e.cohort_id = $1)
     insert into lesson_completions (organization_id, id, enrollment_id, course_id, lesson_id, completed_at, completed_by,
       by_member, created_at)
     select ${organization}, gen_random_uuid(), b.enrollment_id, o.course_id, o.id, now() - interval '30 days', ${account},
       true, now()
     from begun b join ordered o on o.place <= b.most`,
    [cohortId, enrollment, COMPLETED_ON_AVERAGE, furthest, (size.courses * size.lessonsOfCourse) / 2],
  );
  await admin.query(
    `insert into course_blocks
     select organization_id, gen_random_uuid(), course_id, number / 512, bit_or(set_bit(0::bit(512), number % 512, 1)) from lessons
     group by organization_id, course_id, number / 512`,
  );
  await admin.query(
    `insert into course_progress
     select lc.organization_id, gen_random_uuid(), lc.enrollment_id, lc.course_id, l.number / 512,
       bit_or(set_bit(0::bit(512), l.number % 512, 1))
     from lesson_completions lc join lessons l on l.id = lc.lesson_id
     group by lc.organization_id, lc.enrollment_id, lc.course_id, l.number / 512`,
  );
  await admin.query(
    `insert into course_completions (organization_id, id, enrollment_id, course_id, completed_at, created_at)
     select ${organization}, gen_random_uuid(), lc.enrollment_id, lc.course_id, max(lc.completed_at), now()
     from lesson_completions lc group by lc.enrollment_id, lc.course_id having count(*) = ${size.lessonsOfCourse}`,
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
  const { rows: open } = await admin.query<{ id: string }>(
    `with ordered as (${ordered}) select id from ordered where place > $1 order by place limit $2`,
    [COMPLETED_ON_AVERAGE, OPEN_LESSONS],
  );
  const { rows: people } = await admin.query<{ member: string }>(
    'select member_id as member from enrollments where id = $1',
    [enrollment],
  );
  return {
    ...{ cohortId, enrollmentId: enrollment, furthestId: furthest, openLessons: open.map(({ id }) => id) },
    learnerKey: await addApiKey(admin, stage, people[0].member),
  };
}

/** Two active enrollments of the first page of their list. */
async function active(stage: Stage, cohortId: string): Promise<string[]> {
  const { rows } = await stage.admin.query<{ id: string }>(
    `select id from enrollments where cohort_id = $1 and status = 'active' order by id desc limit 2`,
    [cohortId],
  );
  return rows.map(({ id }) => id);
}
