import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import type { CourseCounts } from './course.dto.js';
import { CourseEntity } from './course.entity.js';

const countContent = learningTables
  .statement(
    'count_content_of_courses',
    { courses: 'uuid[]' },
    `select c.id, s.*, l.*
     from unnest(:courses::uuid[]) as c (id)
     cross join lateral (
       select count(*)::integer as "sectionCount" from course_sections
       where organization_id = :organization and course_id = c.id and status = 'active') s
     cross join lateral (
       select count(*)::integer as "lessonCount", (count(*) filter (where required))::integer as "requiredLessonCount",
         coalesce(sum(estimated_minutes), 0)::integer as "estimatedMinutes"
       from lessons where organization_id = :organization and course_id = c.id and status <> 'archived') l`,
  )
  .returning<CourseCounts & { id: string }>();

const listOrder = learningTables
  .statement(
    'list_order_of_courses',
    { program: 'uuid' },
    `select id from courses
     where organization_id = :organization and program_id = :program and status <> 'archived' order by position, id`,
  )
  .returning<{ id: string }>();

const setOrder = learningTables.statement(
  'set_order_of_courses',
  { ids: 'uuid[]' },
  `update courses t set position = p.position
   from unnest(:ids::uuid[]) with ordinality as p (id, position)
   where t.organization_id = :organization and t.id = any(:ids::uuid[]) and t.id = p.id and t.position <> p.position`,
);

export const courseList = learningTables.list('list_courses', {
  rows: CourseEntity,
  by: ['programId', 'status'],
  order: { asc: ['programId', 'position', 'id'] },
});

@Injectable()
export class CourseRepository {
  /** The contents of each course, by its id. */
  async count(scope: Scope, courses: readonly string[]): Promise<ReadonlyMap<string, CourseCounts>> {
    const rows = await scope.query(countContent, { courses });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The courses of a program that are not archived, in order. The caller holds the program's lock. */
  async listOrder(uow: UnitOfWork, program: string): Promise<string[]> {
    return (await uow.query(listOrder, { program })).map(({ id }) => id);
  }

  /** Numbers the courses from 1. */
  setOrder(uow: UnitOfWork, ids: readonly string[]): void {
    uow.queue(setOrder, { ids });
  }
}
