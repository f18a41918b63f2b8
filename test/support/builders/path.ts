import type { Row, Tenant } from '../tenant.js';
import { program } from './program.js';

/** A path with the courses, in that order; by default a draft. */
export async function path(school: Tenant, courseIds: readonly string[] = [], row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('paths', {
    program_id: row.program_id ?? (await program(school)),
    name: 'For new managers',
    status: 'draft',
    sequential: false,
    is_default: false,
    created_at: now,
    updated_at: now,
    ...row,
  });
  for (const [index, course_id] of courseIds.entries()) {
    await school.insert('path_courses', { path_id: id, course_id, position: index + 1 });
  }
  return id;
}

/** The path that an enrollment follows, or none again. */
export function enrollmentPath(
  school: Tenant,
  enrollmentId: string,
  pathId: string | null,
  row: Row = {},
): Promise<string> {
  return school.insert('enrollment_paths', {
    enrollment_id: enrollmentId,
    path_id: pathId,
    since: school.app.now(),
    ...row,
  });
}
