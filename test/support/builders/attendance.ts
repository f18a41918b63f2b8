import type { Tenant } from '../tenant.js';

/** Records attendance at a live session. */
export async function attendance(
  school: Tenant,
  liveSessionId: string,
  enrollmentId: string,
  status: 'present' | 'absent' | 'excused',
): Promise<string> {
  const { rows } = await school.rows<{ starts_at: Date }>(
    'select starts_at from live_sessions where organization_id = $1 and id = $2',
    liveSessionId,
  );
  return school.insert('attendances', {
    live_session_id: liveSessionId,
    session_starts_at: rows[0].starts_at,
    enrollment_id: enrollmentId,
    status,
    recorded_by: school.owner.accountId,
    recorded_at: school.app.now(),
  });
}
