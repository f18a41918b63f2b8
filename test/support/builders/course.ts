import type { Row, Tenant } from '../tenant.js';
import { program } from './program.js';

export async function course(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('courses', {
    program_id: row.program_id ?? (await program(school)),
    title: 'Giving feedback',
    position: 1,
    status: 'draft',
    published_count: 0,
    required_count: 0,
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...(row.status === 'published' ? { published_at: now } : {}),
    ...row,
  });
}

export async function courseSection(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('course_sections', {
    course_id: row.course_id ?? (await course(school)),
    title: 'Week one',
    position: 1,
    availability_kind: 'always',
    status: 'active',
    created_at: now,
    updated_at: now,
    ...row,
  });
}

/** A lesson, by default a required text of a new section of a new course. */
export async function lesson(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  const courseId = row.course_id ?? (await course(school));
  const { rows } = await school.rows<{ number: number }>(
    'select count(*)::integer as number from lessons where organization_id = $1 and course_id = $2',
    courseId,
  );
  const sectionId = row.section_id ?? (await courseSection(school, { course_id: courseId }));
  const id = await school.insert('lessons', {
    course_id: courseId,
    section_id: sectionId,
    number: rows[0].number,
    title: 'Asking before telling',
    kind: 'text',
    body: 'Ask what the learner sees.',
    required: true,
    completion: 'self',
    position: 1,
    status: 'draft',
    created_at: now,
    updated_at: now,
    ...(row.status === 'published' ? { published_at: now } : {}),
    ...row,
  });
  if (row.status === 'published') {
    await school.send(
      'update course_sections set published_count = published_count + 1 where organization_id = $1 and id = $2',
      [school.id, sectionId],
    );
    await count(school, courseId, rows[0].number, row.required !== false);
  }
  return id;
}

/** One more published lesson. */
async function count(school: Tenant, courseId: unknown, number: number, required: boolean): Promise<void> {
  await school.send(
    `update courses set published_count = published_count + 1, required_count = required_count + $3
     where organization_id = $1 and id = $2`,
    [school.id, courseId, Number(required)],
  );
  if (!required) return;
  await school.send(
    `insert into course_blocks values ($1, gen_random_uuid(), $2, 0, set_bit(0::bit(512), $3, 1))
     on conflict (organization_id, course_id, block) do update set counted = set_bit(course_blocks.counted, $3, 1)`,
    [school.id, courseId, number],
  );
}

export async function courseCompletion(school: Tenant, enrollmentId: string, courseId: string): Promise<string> {
  const now = school.app.now();
  const row = { enrollment_id: enrollmentId, course_id: courseId, completed_at: now, created_at: now };
  return school.insert('course_completions', row);
}

export async function lessonCompletion(
  school: Tenant,
  enrollmentId: string,
  courseId: string,
  lessonId: string,
  row: Row = {},
): Promise<string> {
  await school.send(
    `insert into course_progress
     select organization_id, gen_random_uuid(), $2, course_id, 0, set_bit(0::bit(512), number, 1) from lessons
     where organization_id = $1 and id = $3
     on conflict (organization_id, enrollment_id, course_id, block)
       do update set completed = course_progress.completed | excluded.completed`,
    [school.id, enrollmentId, lessonId],
  );
  return school.insert('lesson_completions', {
    enrollment_id: enrollmentId,
    course_id: courseId,
    lesson_id: lessonId,
    completed_at: school.app.now(),
    completed_by: school.owner.accountId,
    by_member: false,
    created_at: school.app.now(),
    ...row,
  });
}
