import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import type { PlanEnrollment, PlannedCourse } from './plan.js';
import { sumOf } from './progress-counts.js';
import { pathCompleted } from './path.operations.js';

const findFirst = learningTables
  .statement(
    'find_first_completion_of_path',
    { enrollment: 'uuid', path: 'uuid' },
    `select a.id, (
       select max(lc.completed_at) from path_courses pc
       join courses c on c.organization_id = pc.organization_id and c.id = pc.course_id and c.status = 'published'
       join lesson_completions lc
         on lc.organization_id = c.organization_id and lc.enrollment_id = :enrollment and lc.course_id = c.id
       join lessons l on l.organization_id = lc.organization_id and l.id = lc.lesson_id
       where pc.organization_id = :organization and pc.path_id = :path and l.status = 'published' and l.required) as at
     from enrollment_paths a
     where a.organization_id = :organization and a.enrollment_id = :enrollment and a.path_id = :path
       and a.until is null and not exists (
         select from enrollment_paths d
         where d.organization_id = :organization and d.enrollment_id = :enrollment and d.path_id = :path
           and d.completed_at is not null)`,
  )
  .returning<{ id: string; at: Date | null }>();

const setCompleted = learningTables.statement(
  'set_path_completed',
  { id: 'uuid', at: 'timestamptz' },
  'update enrollment_paths set completed_at = :at where organization_id = :organization and id = :id',
);

/**
 * Keeps when an enrollment first completed the path that it follows, which is never taken back. Looks at the plan after a
 * completion of a lesson, whose unit holds the enrollment's lock. Returns the id of the path where
 * all required lessons of its plan are completed for the first time, dated by the latest of them; otherwise null.
 */
export async function completePath(
  uow: UnitOfWork,
  enrollment: PlanEnrollment,
  courses: readonly PlannedCourse[],
): Promise<string | null> {
  const { id: enrollmentId, path } = enrollment;
  const { required, completed } = sumOf(courses);
  if (path === null || required === 0 || completed < required) return null;
  const [first] = await uow.query(findFirst, { enrollment: enrollmentId, path: path.id });
  // Without an instant, the last required lesson was archived since the plan was read.
  if (!first?.at) return null;
  const { id, at } = first;
  uow.queue(setCompleted, { id, at });
  const reference = referenceToEnrollment(enrollment);
  uow.recordFact(pathCompleted, { ...reference, pathId: path.id, completedAt: at.toISOString() });
  return path.id;
}
