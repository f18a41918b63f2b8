import type { Tenant } from '../tenant.js';

/** Records attendance at a live session. */
export async function attendance(
  school: Tenant,
  liveSessionId: string,
  enrollmentId: string,
  status: 'present' | 'absent' | 'excused',
): Promise<string> {
  return school.insert('attendances', {
    live_session_id: liveSessionId,
    enrollment_id: enrollmentId,
    status,
    recorded_by: school.owner.accountId,
    recorded_at: school.app.now(),
  });
}
