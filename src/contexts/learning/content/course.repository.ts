import { Injectable } from '@nestjs/common';
import { positionsOf, type Scope } from '#kernel/work';
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

export const coursePositions = positionsOf(learningTables, CourseEntity, {
  of: 'programId',
  where: `status <> 'archived'`,
});

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
}
