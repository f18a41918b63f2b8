import { Injectable } from '@nestjs/common';
import { newId } from '#kernel/persistence';
import { positionsOf, type Scope, type UnitOfWork } from '#kernel/work';
import { COURSE, CourseEntity } from './course.entity.js';
import { SECTION, SectionEntity } from './section.entity.js';
import { learningTables } from '../learning.tables.js';

/** Sets of lessons are bit strings, a block of lesson numbers each: what is in two of them is counted without reading lessons. */
export const LESSONS_OF_BLOCK = 512;
export const NO_LESSONS = `0::bit(${LESSONS_OF_BLOCK})`;

const listLessons = learningTables
  .statement(
    'list_lessons_of_section',
    { section: 'uuid' },
    `select id from lessons
     where organization_id = :organization and section_id = :section and status <> 'archived'
     order by position, id`,
  )
  .returning<{ id: string }>();

const countLessons = learningTables
  .statement(
    'count_lessons_of_course',
    { course: 'uuid', section: 'uuid' },
    `select (count(*) filter (where status <> 'archived'))::integer as "inCourse",
       (count(*) filter (where status <> 'archived' and section_id = :section))::integer as "inSection",
       coalesce(max(number) + 1, 0) as "nextNumber"
     from lessons where organization_id = :organization and course_id = :course`,
  )
  .returning<LessonCounts>();

export const sectionPositions = positionsOf(learningTables, SectionEntity, {
  of: 'courseId',
  where: `status = 'active'`,
});

const setLessonOrder = learningTables.statement(
  'set_order_of_lessons',
  { ids: 'uuid[]', sections: 'uuid[]' },
  `update lessons t set section_id = p.section_id, position = p.position
   from (
     select id, section_id, row_number() over (partition by section_id order by n) as position
     from unnest(:ids::uuid[], :sections::uuid[]) with ordinality as given (id, section_id, n)) p
   where t.organization_id = :organization and t.id = any(:ids::uuid[]) and t.id = p.id
     and (t.section_id, t.position) is distinct from (p.section_id, p.position)`,
);

const recount = learningTables.statement(
  'recount_lessons_of_course',
  { course: 'uuid' },
  `update courses c set published_count = l.lessons, required_count = l.required
   from (
     select count(*) as lessons, count(*) filter (where required) as required from lessons
     where organization_id = :organization and course_id = :course and status = 'published') l
   where c.organization_id = :organization and c.id = :course`,
);

const recountSections = learningTables.statement(
  'recount_lessons_of_sections',
  { course: 'uuid' },
  `update course_sections t set published_count = c.lessons
   from (
     select s.id, count(l.id) as lessons
     from course_sections s
     left join lessons l on l.organization_id = s.organization_id and l.section_id = s.id
       and l.course_id = s.course_id and l.status = 'published'
     where s.organization_id = :organization and s.course_id = :course
     group by s.id) c
   where t.organization_id = :organization and t.id = c.id and t.published_count <> c.lessons`,
);

const countBlocks = learningTables
  .statement(
    'count_lesson_blocks_of_course',
    { course: 'uuid' },
    `select coalesce(max(number) / ${LESSONS_OF_BLOCK} + 1, 0) as blocks from lessons
     where organization_id = :organization and course_id = :course`,
  )
  .returning<{ blocks: number }>();

const markCounted = learningTables.statement(
  'mark_lessons_that_count',
  { course: 'uuid', ids: 'uuid[]' },
  `insert into course_blocks (organization_id, id, course_id, block, counted)
   select l.organization_id, (:ids::uuid[])[l.number / ${LESSONS_OF_BLOCK} + 1], l.course_id, l.number / ${LESSONS_OF_BLOCK},
     bit_or(set_bit(${NO_LESSONS}, l.number % ${LESSONS_OF_BLOCK}, (l.required and l.status = 'published')::integer))
   from lessons l where l.organization_id = :organization and l.course_id = :course
   group by l.organization_id, l.course_id, l.number / ${LESSONS_OF_BLOCK}
   on conflict (organization_id, course_id, block) do update set counted = excluded.counted`,
);

interface LessonCounts {
  /** Lessons that are not archived. */
  inCourse: number;
  inSection: number;
  /** The number of the course's next lesson. */
  nextNumber: number;
}

/** The order of sections and lessons. Every change to the content of a course holds the course's lock. */
@Injectable()
export class ContentRepository {
  /** Locks the course. Throws 404, or 409 where it is archived. */
  async lockCourse(uow: UnitOfWork, id: string): Promise<CourseEntity> {
    const course = await uow.getForUpdate(CourseEntity, id);
    COURSE.require(course, 'draft', 'published');
    return course;
  }

  /** Locks the course and the section. Throws 404, or 409 where one of them is archived. */
  async lockSection(uow: UnitOfWork, id: string): Promise<SectionEntity> {
    const { courseId } = await uow.get(SectionEntity, id);
    await this.lockCourse(uow, courseId);
    const section = await uow.getForUpdate(SectionEntity, id);
    SECTION.require(section, 'active');
    return section;
  }

  /** The lessons of a section that are not archived, in order. */
  async listLessonIds(scope: Scope, section: string): Promise<string[]> {
    return (await scope.query(listLessons, { section })).map(({ id }) => id);
  }

  async countLessons(scope: Scope, course: string, section: string): Promise<LessonCounts> {
    const [counts] = await scope.query(countLessons, { course, section });
    return counts;
  }

  /** Counts the published lessons anew, after lessons were changed, moved, published or archived. */
  async recount(uow: UnitOfWork, course: string): Promise<void> {
    const [{ blocks }] = await uow.query(countBlocks, { course });
    uow.queue(recount, { course });
    uow.queue(recountSections, { course });
    uow.queue(markCounted, { course, ids: Array.from({ length: blocks }, () => newId()) });
  }

  /** Moves the lessons to the sections given and numbers those of each from 1. */
  setLessonOrder(uow: UnitOfWork, lessons: readonly { id: string; sectionId: string }[]): void {
    const ids = lessons.map(({ id }) => id);
    uow.queue(setLessonOrder, { ids, sections: lessons.map(({ sectionId }) => sectionId) });
  }
}
