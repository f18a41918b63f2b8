import { Injectable } from '@nestjs/common';
import type { Scope } from '#kernel/work';
import { learningTables } from '../learning.tables.js';
import type { LessonEntity } from '../content/lesson.entity.js';
import type { AvailabilityColumns } from '../content/section-availability.js';

const listDescriptions = learningTables
  .statement(
    'list_descriptions_of_courses',
    { courses: 'uuid[]' },
    'select id, description from courses where organization_id = :organization and id = any(:courses::uuid[])',
  )
  .returning<{ id: string; description: string | null }>();

const listSections = learningTables
  .statement(
    'list_sections_of_courses',
    { courses: 'uuid[]' },
    `select id, course_id as "courseId", title, availability_kind as "availabilityKind", available_at as "availableAt",
       available_days as "availableDays"
     from course_sections
     where organization_id = :organization and course_id = any(:courses::uuid[]) and status = 'active'
     order by course_id, position, id`,
  )
  .returning<SectionRow>();

const listLessons = learningTables
  .statement(
    'list_lessons_of_courses',
    { courses: 'uuid[]', enrollment: 'uuid' },
    `select l.id, l.section_id as "sectionId", l.title, l.kind, l.estimated_minutes as "estimatedMinutes",
       lc.completed_at as "completedAt"
     from lessons l
     left join lesson_completions lc on lc.organization_id = :organization and lc.enrollment_id = :enrollment
       and lc.lesson_id = l.id
     where l.organization_id = :organization and l.course_id = any(:courses::uuid[]) and l.status = 'published'
     order by l.course_id, l.section_id, l.position, l.id`,
  )
  .returning<LessonRow>();

const findCompletion = learningTables
  .statement(
    'find_completion_of_lesson_by_person',
    { enrollment: 'uuid', lesson: 'uuid' },
    `select completed_at as "completedAt" from lesson_completions
     where organization_id = :organization and enrollment_id = :enrollment and lesson_id = :lesson`,
  )
  .returning<{ completedAt: Date }>();

export interface SectionRow extends AvailabilityColumns {
  id: string;
  courseId: string;
  title: string;
}

export interface LessonRow extends Pick<LessonEntity, 'id' | 'sectionId' | 'title' | 'kind' | 'estimatedMinutes'> {
  completedAt: Date | null;
}

@Injectable()
export class MyCourseRepository {
  /** The contents of the courses, by three statements for any number of them: sections and lessons by position. */
  async listContent(scope: Scope, enrollment: string, courses: readonly string[]) {
    const [descriptions, sections, lessons] = await Promise.all([
      scope.query(listDescriptions, { courses }),
      scope.query(listSections, { courses }),
      scope.query(listLessons, { courses, enrollment }),
    ]);
    return { descriptions: new Map(descriptions.map((row) => [row.id, row.description])), sections, lessons };
  }

  /** Null where the enrollment has not completed the lesson. */
  async findCompletedAt(scope: Scope, enrollment: string, lesson: string): Promise<Date | null> {
    return (await scope.query(findCompletion, { enrollment, lesson })).at(0)?.completedAt ?? null;
  }
}
