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
  if (row.status === 'published') await count(school, courseId, row.required === false ? 0 : 1);
  return school.insert('lessons', {
    course_id: courseId,
    section_id: row.section_id ?? (await courseSection(school, { course_id: courseId })),
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
}

/** One more published lesson. */
async function count(school: Tenant, courseId: unknown, required: number): Promise<void> {
  await school.rows(
    `update courses set published_count = published_count + 1, required_count = required_count + $3
     where organization_id = $1 and id = $2`,
    courseId,
    required,
  );
}

export async function lessonCompletion(
  school: Tenant,
  enrollmentId: string,
  courseId: string,
  lessonId: string,
  row: Row = {},
): Promise<string> {
  return school.insert('lesson_completions', {
    enrollment_id: enrollmentId,
    course_id: courseId,
    lesson_id: lessonId,
    completed_at: school.app.now(),
    completed_by: school.owner.accountId,
    by_member: false,
    ...row,
  });
}
