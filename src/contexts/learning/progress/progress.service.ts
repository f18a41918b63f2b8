import { Injectable } from '@nestjs/common';
import {
  REACHED,
  reachParameters,
  reachValues,
  type EnrollmentStatus,
} from '#contexts/enrollments/enrollments.public.js';
import { isUuid } from '#kernel/fields/identifiers.js';
import { toResource } from '#kernel/fields/to-resource.js';
import { groupedBy } from '#kernel/lists/grouped-by.js';
import { pageSize, readCursor, toPage, type Page, type PageQuery } from '#kernel/lists/page.js';
import type { Scope } from '#kernel/persistence/scope.js';
import { learningTables } from '../learning.tables.js';
import { listMilestoneProgress } from './milestone-progress.js';
import { waitingCourses } from '../path/path-sequence.js';
import { DONE, PLAN, PlanRepository } from './plan.repository.js';
import {
  CourseProgress,
  EnrollmentProgress,
  MemberProgress,
  ProgressLock,
  ProgressPath,
  sumOf,
  toProgress,
  type LastActivity,
  type NoActivity,
  type Progress,
  type ProgressCounts,
  type ProgressNotMeasured,
} from './progress.dto.js';
import { lockOfCourse, lockOfSection, PREVIOUS_COURSE, type Locked } from './section-opening.js';

type MemberRow = ProgressCounts & {
  enrollmentId: string;
  memberName: string;
  status: EnrollmentStatus;
  coursesCompleted: number;
  milestonesReached: number;
  path: { id: string; name: string } | null;
  lastActivityAt: Date | null;
};

const listEnrollments = learningTables
  .statement(
    'list_enrollments_with_progress',
    { cohort: 'uuid', before: 'uuid', most: 'integer', ...reachParameters },
    `select e.id from enrollments e
     where e.organization_id = :organization and e.cohort_id = :cohort and ${REACHED}
       and e.status in ('pending', 'active', 'paused', 'completed') and (:before::uuid is null or e.id < :before)
     order by e.id desc limit :most`,
  )
  .returning<{ id: string }>();

const listMembers = learningTables
  .statement(
    'list_progress_of_enrollments',
    { enrollments: 'uuid[]' },
    `with ${PLAN}, ${DONE}
     select e.id as "enrollmentId", m.name as "memberName", e.status, t.lessons, t.required, t.completed,
       t."coursesCompleted", s.count as "milestonesReached", q.path, a.at as "lastActivityAt"
     from enrollments e
     join members m on m.organization_id = e.organization_id and m.id = e.member_id
     cross join lateral (
       select coalesce(sum(p.published_count), 0)::integer as lessons,
         coalesce(sum(p.required_count), 0)::integer as required, coalesce(sum(d.completed), 0)::integer as completed,
         count(cc.id)::integer as "coursesCompleted"
       from plan p
       left join done d on d.enrollment_id = p.enrollment_id and d.course_id = p.course_id
       left join course_completions cc on cc.organization_id = :organization and cc.enrollment_id = p.enrollment_id
         and cc.course_id = p.course_id
       where p.enrollment_id = e.id) t
     cross join lateral (
       select count(*)::integer as count from milestone_reaches r
       where r.organization_id = :organization and r.enrollment_id = e.id and r.revoked_at is null) s
     left join lateral (
       select jsonb_build_object('id', t.id, 'name', t.name) as path
       from enrollment_paths f join paths t on t.organization_id = f.organization_id and t.id = f.path_id
       where f.organization_id = :organization and f.enrollment_id = e.id and f.until is null) q on true
     cross join lateral (
       select max(lc.completed_at) as at from lesson_completions lc
       where lc.organization_id = :organization and lc.enrollment_id = e.id) a
     where e.organization_id = :organization and e.id = any(:enrollments::uuid[])
     order by e.id desc`,
  )
  .returning<MemberRow>();

/** The path that an enrollment follows, and its progress in the whole of its plan. */
export interface OverallProgress {
  path: ProgressPath | null;
  progress: Progress | ProgressNotMeasured;
}

/** By the id of the enrollment. */
export async function listOverallProgress(
  scope: Scope,
  enrollments: readonly string[],
): Promise<ReadonlyMap<string, OverallProgress>> {
  const rows = await scope.query(listMembers, { enrollments });
  return new Map(
    rows.map((row) => {
      const path = row.path && toResource(ProgressPath, row.path);
      return [row.enrollmentId, { path, progress: toProgress(row) }];
    }),
  );
}

/** How far enrollments are, computed on read. The rhythm of the cockpit does not depend on it. */
@Injectable()
export class ProgressService {
  constructor(private readonly plans: PlanRepository) {}

  async read(scope: Scope, id: string): Promise<EnrollmentProgress> {
    const enrollment = await this.plans.get(scope, id);
    const [courses, sections, milestones, lastActivity] = await Promise.all([
      this.plans.listCourses(scope, id),
      this.plans.listSections(scope, id),
      listMilestoneProgress(scope, id),
      this.plans.findLastActivity(scope, id),
    ]);
    const { path } = enrollment;
    const waiting = waitingCourses(enrollment, courses);
    const sectionsOf = groupedBy(sections, ({ courseId }) => courseId);
    return toResource(EnrollmentProgress, {
      enrollmentId: id,
      path: path && toResource(ProgressPath, path),
      overall: toProgress(sumOf(courses)),
      courses: courses.map((course) => {
        const locks = (sectionsOf.get(course.courseId) ?? []).map((one) => lockOfSection(one, enrollment, scope.now));
        // What was completed stays open.
        const lock = course.completedAt === null ? lockOfCourse(locks) : null;
        const locked = waiting.has(course.courseId) ? PREVIOUS_COURSE : lock;
        return toResource(CourseProgress, { ...course, progress: toProgress(course), locked: toLock(locked) });
      }),
      milestones,
      lastActivity: toActivity(lastActivity),
      asOf: scope.now,
    });
  }

  async listOfCohort(scope: Scope, cohort: string, query: PageQuery): Promise<Page<MemberProgress>> {
    const [before = null] = readCursor(query, (key) => key.length === 1 && isUuid(key[0])) ?? [];
    const most = pageSize(query) + 1;
    const found = await scope.query(listEnrollments, { cohort, before, most, ...reachValues(scope.caller) });
    const enrollments = found.map(({ id }) => id);
    const rows = await scope.query(listMembers, { enrollments });
    return toPage(
      rows,
      query,
      ({ enrollmentId }) => [enrollmentId],
      (row) => toResource(MemberProgress, { ...row, overall: toProgress(row) }),
    );
  }
}

function toLock(lock: Locked | null): ProgressLock | null {
  return lock && toResource(ProgressLock, lock);
}

function toActivity(at: Date | null): LastActivity | NoActivity {
  return at === null ? { measured: false, reason: 'none_yet' } : { measured: true, at: at.toISOString() };
}
