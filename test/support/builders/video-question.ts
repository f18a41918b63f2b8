import type { Row, Tenant } from '../tenant.js';
import { enrollment } from './enrollment.js';

/** An open question on an enrollment, by default about no video. */
export async function videoQuestion(school: Tenant, enrollmentId?: string, row: Row = {}): Promise<string> {
  const asking = enrollmentId ?? (await enrollment(school));
  const { rows } = await school.rows<{ program: string }>(
    `select c.program_id as program from enrollments e
     join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
     where e.organization_id = $1 and e.id = $2`,
    asking,
  );
  return school.insert('video_questions', {
    program_id: rows[0].program,
    enrollment_id: asking,
    body: 'How do I begin?',
    status: 'open',
    asked_at: school.app.now(),
    ...row,
  });
}
