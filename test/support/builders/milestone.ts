import type { Row, Tenant } from '../tenant.js';
import { program } from './program.js';

/** By default a manual one that is never due. */
export async function milestone(school: Tenant, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('milestones', {
    program_id: row.program_id ?? (await program(school)),
    title: 'First feedback given',
    position: 1,
    requirement_kind: 'manual',
    due_kind: 'none',
    status: 'active',
    created_at: now,
    updated_at: now,
    ...row,
  });
}

export async function milestoneLesson(school: Tenant, milestoneId: string, lessonId: string): Promise<string> {
  return school.insert('milestone_lessons', { milestone_id: milestoneId, lesson_id: lessonId, position: 1 });
}

/** By default recorded by the staff. */
export async function milestoneReach(
  school: Tenant,
  enrollmentId: string,
  milestoneId: string,
  row: Row = {},
): Promise<string> {
  const now = school.app.now();
  return school.insert('milestone_reaches', {
    enrollment_id: enrollmentId,
    milestone_id: milestoneId,
    reached_at: now,
    automatic: false,
    recorded_by: school.owner.accountId,
    created_at: now,
    ...row,
  });
}
