import { Injectable } from '@nestjs/common';
import { OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import { notFound } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import { waitingCourses } from './path-sequence.js';
import type { AvailabilityColumns } from '../content/section-availability.js';
import type { PlanEnrollment, PlannedCourse, PlannedLesson } from './plan.js';

/** SQL: the published courses of the path, or of the whole program where the path is null. */
export const plannedCourses = (program: string, path: string): string => `
  select c.id, c.title, c.published_count, c.required_count, pc.position
  from path_courses pc join courses c on c.organization_id = pc.organization_id and c.id = pc.course_id
  where pc.organization_id = :organization and pc.path_id = ${path} and c.status = 'published'
  union all
  select c.id, c.title, c.published_count, c.required_count, c.position from courses c
  where c.organization_id = :organization and c.program_id = ${program} and c.status = 'published' and ${path} is null`;

/**
 * SQL of a common table expression: the plan of each of `:enrollments`, which is the published courses of the path that it
 * follows, in the order of the path, or all of its program. What is counted of their lessons is in the courses, so that it
 * costs the same however many lessons there are.
 */
export const PLAN = `plan as (
  select e.id as enrollment_id, c.id as course_id, c.title, c.published_count, c.required_count,
    (row_number() over (partition by e.id order by c.position, c.id))::integer as position
  from enrollments e
  join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
  left join enrollment_paths a on a.organization_id = e.organization_id and a.enrollment_id = e.id and a.until is null
  cross join lateral (${plannedCourses('k.program_id', 'a.path_id')}) c
  where e.organization_id = :organization and e.id = any(:enrollments::uuid[]))`;

/**
 * SQL of a common table expression: how many lessons each of `:enrollments` has completed of those that a course counts. They
 * are counted by their bits, so that a count is never above the total, and costs the same however many were completed.
 */
export const DONE = `done as (
  select p.enrollment_id, p.course_id, sum(bit_count(p.completed & b.counted))::integer as completed
  from course_progress p
  join course_blocks b on b.organization_id = p.organization_id and b.course_id = p.course_id and b.block = p.block
  where p.organization_id = :organization and p.enrollment_id = any(:enrollments::uuid[])
  group by p.enrollment_id, p.course_id)`;

const listPlan = learningTables
  .statement(
    'list_plan_of_enrollment',
    { enrollments: 'uuid[]' },
    `with ${PLAN}, ${DONE}
     select p.course_id as "courseId", p.title, p.position, p.published_count as lessons, p.required_count as required,
       coalesce(d.completed, 0) as completed, cc.completed_at as "completedAt",
       case when cc.id is null then 0 else (
         select count(*)::integer from lessons l
         where l.organization_id = :organization and l.course_id = p.course_id and l.status = 'published' and l.required
           and l.published_at > cc.created_at) end as "newSinceCompletion"
     from plan p
     left join done d on d.enrollment_id = p.enrollment_id and d.course_id = p.course_id
     left join course_completions cc on cc.organization_id = :organization and cc.enrollment_id = p.enrollment_id
       and cc.course_id = p.course_id
     order by p.position`,
  )
  .returning<PlannedCourse>();

const listSections = learningTables
  .statement(
    'list_sections_of_plan',
    { enrollments: 'uuid[]' },
    `with ${PLAN}
     select distinct s.course_id as "courseId", s.availability_kind as "availabilityKind",
       s.available_at as "availableAt", s.available_days as "availableDays"
     from plan p
     join course_sections s on s.organization_id = :organization and s.course_id = p.course_id and s.published_count > 0`,
  )
  .returning<AvailabilityColumns & { courseId: string }>();

const findEnrollment = learningTables
  .statement(
    'find_enrollment_of_plan',
    { id: 'uuid', account: 'uuid' },
    `select e.id, e.cohort_id as "cohortId", e.member_id as "memberId", e.status, e.enrolled_at as "enrolledAt", k.timezone, k.start_date::text as "startDate",
       k.program_id as "programId", (${OF_PERSON}) as "isOwn",
       case when p.id is not null then
         jsonb_build_object('id', p.id, 'name', p.name, 'sequential', p.sequential) end as path
     from enrollments e
     join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
     left join enrollment_paths a on a.organization_id = e.organization_id and a.enrollment_id = e.id and a.until is null
     left join paths p on p.organization_id = e.organization_id and p.id = a.path_id
     where e.organization_id = :organization and e.id = :id`,
  )
  .returning<PlanEnrollment>();

// Completions of one enrollment wait for each other, and for a change of its status.
const lockEnrollment = learningTables.statement(
  'lock_enrollment_for_progress',
  { id: 'uuid' },
  'select 1 from enrollments where organization_id = :organization and id = :id for no key update',
);

const findLesson = learningTables
  .statement(
    'find_lesson_of_plan',
    { lesson: 'uuid', program: 'uuid', path: 'uuid' },
    `select l.course_id as "courseId", l.number, l.completion, s.availability_kind as "availabilityKind",
       s.available_at as "availableAt", s.available_days as "availableDays"
     from lessons l
     join courses c on c.organization_id = l.organization_id and c.id = l.course_id
     join course_sections s on s.organization_id = l.organization_id and s.id = l.section_id
     where l.organization_id = :organization and l.id = :lesson and l.status = 'published' and c.status = 'published'
       and c.program_id = :program and (:path::uuid is null or exists (
         select from path_courses pc
         where pc.organization_id = :organization and pc.path_id = :path and pc.course_id = c.id))`,
  )
  .returning<PlannedLesson>();

const findLastActivity = learningTables
  .statement(
    'find_last_completion_of_enrollment',
    { enrollment: 'uuid' },
    `select max(completed_at) as at from lesson_completions
     where organization_id = :organization and enrollment_id = :enrollment`,
  )
  .returning<{ at: Date | null }>();

/** The courses that an enrollment is to work through, and how far it is. */
@Injectable()
export class PlanRepository {
  /** Throws 404. */
  async get(scope: Scope, id: string): Promise<PlanEnrollment> {
    const [enrollment] = await scope.query(findEnrollment, { id, account: scope.caller.accountId });
    return enrollment ?? fail();
  }

  /** The same, locked until the end of the unit of work. */
  async getForUpdate(uow: UnitOfWork, id: string): Promise<PlanEnrollment> {
    await uow.query(lockEnrollment, { id });
    return this.get(uow, id);
  }

  /** By position. */
  listCourses(scope: Scope, enrollment: string): Promise<PlannedCourse[]> {
    return scope.query(listPlan, { enrollments: [enrollment] });
  }

  /** The courses that wait for the one before them. Reads the plan only where it may have some. */
  async listWaiting(scope: Scope, enrollment: PlanEnrollment): Promise<ReadonlySet<string>> {
    if (!enrollment.path?.sequential) return new Set();
    return waitingCourses(enrollment, await this.listCourses(scope, enrollment.id));
  }

  /** The different availabilities of the sections with published lessons, of each course of the plan. */
  listSections(scope: Scope, enrollment: string): Promise<(AvailabilityColumns & { courseId: string })[]> {
    return scope.query(listSections, { enrollments: [enrollment] });
  }

  /** Undefined where the lesson is not of the plan. */
  async findLesson(scope: Scope, enrollment: PlanEnrollment, lesson: string): Promise<PlannedLesson | undefined> {
    const { programId: program, path } = enrollment;
    return (await scope.query(findLesson, { lesson, program, path: path?.id ?? null })).at(0);
  }

  async findLastActivity(scope: Scope, enrollment: string): Promise<Date | null> {
    const [{ at }] = await scope.query(findLastActivity, { enrollment });
    return at;
  }
}

function fail(): never {
  throw notFound();
}
