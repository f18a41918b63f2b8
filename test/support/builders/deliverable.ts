import type { Row, Tenant } from '../tenant.js';

export async function deliverable(school: Tenant, memberTaskId: string, row: Row = {}): Promise<string> {
  const now = school.app.now();
  return school.insert('deliverables', {
    member_task_id: memberTaskId,
    title: 'Coaching plan',
    accepted_formats: JSON.stringify([{ kind: 'link', mimeTypes: [] }]),
    expected_reviewer_role: 'coach',
    status: 'active',
    created_at: now,
    updated_at: now,
    ...row,
  });
}
