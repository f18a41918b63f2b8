import { Injectable } from '@nestjs/common';
import { REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { type SourceOf, toResource } from '#kernel/fields';
import { groupedBy, type Page, type PageQuery, idsOf, newestFirst } from '#kernel/lists';
import type { Scope } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import { listMilestoneProgress } from './milestone-progress.js';
import { isCompleted, waitingCourses } from '../paths/path-sequence.js';
import { plannedCourses, PlanRepository } from '../paths/plan.repository.js';
import {
  CourseProgress,
  EnrollmentProgress,
  MemberProgress,
  ProgressLock,
  ProgressPath,
  toProgress,
  type LastActivity,
  type NoActivity,
  type Progress,
  type ProgressNotMeasured,
} from './progress.dto.js';
import { sumOf, type ProgressCounts } from '../paths/progress-counts.js';
import { lockOfCourse, lockOfSection, PREVIOUS_COURSE, type Locked } from '../paths/section-opening.js';

type MemberRow = ProgressCounts &
  SourceOf<Omit<MemberProgress, 'overall'>> & { enrollmentId: string; path: { id: string; name: string } | null };

const listEnrollments = learningTables
  .list('list_enrollments_with_progress', {
    parameters: { cohort: 'uuid', ...reachParameters },
    order: newestFirst('id', 'e.id'),
    sql: (page) => `select e.id from enrollments e
      where e.organization_id = :organization and e.cohort_id = :cohort and ${REACHED}
        and e.status in ('pending', 'active', 'paused', 'completed')${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<{ id: string }>();

// The courses of a plan are read once, and not for each of those who have it. A plan is known by its path or
// program. OFFSET 0 makes PostgreSQL look cohorts up by id, where it would read all of them.
const listMembers = learningTables
  .statement(
    'list_progress_of_enrollments',
    { enrollments: 'uuid[]' },
    `with own as materialized (
       select e.id, e.member_id, e.status, k.program_id, a.path_id, coalesce(a.path_id, k.program_id) as plan_id
       from enrollments e
       cross join lateral (
         select c.program_id from cohorts c where c.organization_id = :organization and c.id = e.cohort_id offset 0) k
       left join enrollment_paths a
         on a.organization_id = e.organization_id and a.enrollment_id = e.id and a.until is null
       where e.organization_id = :organization and e.id = any(:enrollments::uuid[])),
     planned as materialized (
       select u.plan_id, c.id as course_id, c.published_count, c.required_count
       from (select distinct plan_id, program_id, path_id from own) u
       cross join lateral (${plannedCourses('u.program_id', 'u.path_id')}) c),
     begun as materialized (
       select o.id, o.plan_id, f.* from own o
       cross join lateral (
         select p.course_id, bit_count(p.completed & b.counted) as lessons, 0 as courses
         from course_progress p
         join course_blocks b
           on b.organization_id = p.organization_id and b.course_id = p.course_id and b.block = p.block
         where p.organization_id = :organization and p.enrollment_id = o.id
         union all
         select cc.course_id, 0, 1 from course_completions cc
         where cc.organization_id = :organization and cc.enrollment_id = o.id) f),
     done as (
       select f.id, sum(f.lessons)::integer as lessons, sum(f.courses)::integer as courses
       from begun f join planned p on p.plan_id = f.plan_id and p.course_id = f.course_id group by f.id),
     totals as (
       select plan_id, sum(published_count)::integer as lessons, sum(required_count)::integer as required
       from planned group by plan_id)
     select o.id as "enrollmentId", m.name as "memberName", o.status, coalesce(t.lessons, 0) as lessons,
       coalesce(t.required, 0) as required, coalesce(d.lessons, 0) as completed,
       coalesce(d.courses, 0) as "coursesCompleted", s.count as "milestonesReached", a.at as "lastActivityAt",
       case when q.id is not null then jsonb_build_object('id', q.id, 'name', q.name) end as path
     from own o
     join members m on m.organization_id = :organization and m.id = o.member_id
     left join totals t on t.plan_id = o.plan_id
     left join done d on d.id = o.id
     left join paths q on q.organization_id = :organization and q.id = o.path_id
     cross join lateral (
       select count(*)::integer as count from milestone_reaches r
       join milestones g on g.organization_id = r.organization_id and g.id = r.milestone_id
       where r.organization_id = :organization and r.enrollment_id = o.id and r.revoked_at is null
         and g.program_id = o.program_id and (o.path_id is null or exists (
           select from path_milestones pm
           where pm.organization_id = :organization and pm.path_id = o.path_id and pm.milestone_id = g.id))) s
     cross join lateral (
       select max(lc.completed_at) as at from lesson_completions lc
       where lc.organization_id = :organization and lc.enrollment_id = o.id) a
     order by o.id desc`,
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
        // A completed course stays open.
        const lock = isCompleted(course) ? null : lockOfCourse(locks);
        const locked = waiting.has(course.courseId) ? PREVIOUS_COURSE : lock;
        return toResource(CourseProgress, { ...course, progress: toProgress(course), locked: toLock(locked) });
      }),
      milestones,
      lastActivity: toActivity(lastActivity),
      asOf: scope.now,
    });
  }

  listOfCohort(scope: Scope, cohort: string, query: PageQuery): Promise<Page<MemberProgress>> {
    const narrowed = { ...query, cohort, ...reachValues(scope.caller) };
    return scope.list(listEnrollments, narrowed, async (enrollments) => {
      const rows = await scope.query(listMembers, { enrollments: idsOf(enrollments) });
      return rows.map((row) => toResource(MemberProgress, { ...row, overall: toProgress(row) }));
    });
  }
}

function toLock(lock: Locked | null): ProgressLock | null {
  return lock && toResource(ProgressLock, lock);
}

function toActivity(at: Date | null): LastActivity | NoActivity {
  return at === null ? { measured: false, reason: 'none_yet' } : { measured: true, at: at.toISOString() };
}
