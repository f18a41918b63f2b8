import type { Row, Tenant } from '../tenant.js';

export async function liveSession(school: Tenant, cohortIds: string[], row: Row = {}): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('live_sessions', {
    title: 'Weekly live',
    starts_at: now,
    ends_at: now,
    timezone: 'Europe/Paris',
    status: 'scheduled',
    created_by: school.owner.accountId,
    created_at: now,
    updated_at: now,
    ...row,
  });
  for (const cohortId of cohortIds)
    await school.insert('live_session_cohorts', { live_session_id: id, cohort_id: cohortId });
  return id;
}
