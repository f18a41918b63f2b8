import { Injectable } from '@nestjs/common';
import { type FieldIssue, invalidFields, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import { groupedBy } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { ContentRepository, sectionPositions } from './content.repository.js';
import { learningTables } from '../learning.tables.js';
import { toAvailability, type AvailabilityColumns } from './section-availability.js';
import { CourseOutline, OutlineLesson, OutlineSection, type ArrangeCourseRequest } from './course.dto.js';
import { CourseEntity } from './course.entity.js';
import { courseArranged } from './course.operations.js';
import { CourseService } from './course.service.js';

type SectionRow = AvailabilityColumns & { id: string; title: string; position: number; status: string };
type LessonRow = OutlineLesson & { sectionId: string };

const listSections = learningTables
  .statement(
    'list_sections_of_outline',
    { course: 'uuid', named: 'uuid[]' },
    `select id, title, position, status, availability_kind as "availabilityKind", available_at as "availableAt",
       available_days as "availableDays"
     from course_sections
     where organization_id = :organization and course_id = :course and (status <> 'archived' or id = any(:named::uuid[]))
     order by position, id`,
  )
  .returning<SectionRow>();

const listLessons = learningTables
  .statement(
    'list_lessons_of_outline',
    { course: 'uuid', named: 'uuid[]' },
    `select id, section_id as "sectionId", title, kind, position, required, status,
       estimated_minutes as "estimatedMinutes"
     from lessons
     where organization_id = :organization and course_id = :course and (status <> 'archived' or id = any(:named::uuid[]))
     order by position, id`,
  )
  .returning<LessonRow>();

interface Content {
  sections: SectionRow[];
  lessons: LessonRow[];
}

/** The sections and lessons of a course in their order. */
@Injectable()
export class CourseOutlineService {
  constructor(
    private readonly courses: CourseService,
    private readonly content: ContentRepository,
  ) {}

  async get(scope: Scope, id: string): Promise<CourseOutline> {
    return this.outline(scope, await scope.get(CourseEntity, id));
  }

  async arrange(uow: UnitOfWork, id: string, request: ArrangeCourseRequest): Promise<CourseOutline> {
    const course = await this.content.lockCourse(uow, id);
    checkArrangement(request, await this.readContent(uow, id, request));
    sectionPositions.set(
      uow,
      request.sections.map((section) => section.id),
    );
    const lessons = request.sections.flatMap(({ id: sectionId, lessonIds }) =>
      lessonIds.map((lessonId) => ({ id: lessonId, sectionId })),
    );
    this.content.setLessonOrder(uow, lessons);
    await this.content.recount(uow, id);
    uow.record(courseArranged, course);
    return this.outline(uow, course);
  }

  private async outline(scope: Scope, course: CourseEntity): Promise<CourseOutline> {
    const [counted, { sections, lessons }] = await Promise.all([
      this.courses.counted(scope, course),
      this.readContent(scope, course.id),
    ]);
    const lessonsOf = groupedBy(lessons, ({ sectionId }) => sectionId);
    return toResource(CourseOutline, {
      ...counted,
      sections: sections.map((section) =>
        toResource(OutlineSection, {
          ...section,
          availability: toAvailability(section),
          lessons: (lessonsOf.get(section.id) ?? []).map((lesson) => toResource(OutlineLesson, lesson)),
        }),
      ),
    });
  }

  /** Sections and lessons that are not archived, and those that an arrangement names. */
  private async readContent(
    scope: Scope,
    course: string,
    { sections: named }: ArrangeCourseRequest = { sections: [] },
  ): Promise<Content> {
    const [sections, lessons] = await Promise.all([
      scope.query(listSections, { course, named: named.map(({ id }) => id) }),
      scope.query(listLessons, { course, named: named.flatMap(({ lessonIds }) => lessonIds) }),
    ]);
    return { sections, lessons };
  }
}

/** Throws 400 for an id that is named twice or is none of the course; 409 for an archived one and where one is missing. */
function checkArrangement({ sections }: ArrangeCourseRequest, content: Content): void {
  const named = {
    sections: sections.map(({ id }, index) => ({ id, field: `sections.${index}.id` })),
    lessons: sections.flatMap(({ lessonIds }, index) =>
      lessonIds.map((id, place) => ({ id, field: `sections.${index}.lessonIds.${place}` })),
    ),
  };
  const issues = [
    ...issuesOf(named.sections, content.sections, 'a section of the course'),
    ...issuesOf(named.lessons, content.lessons, 'a lesson of the course'),
  ];
  if (issues.length > 0) throw invalidFields(issues);
  checkComplete(named.sections, content.sections, 'section');
  checkComplete(named.lessons, content.lessons, 'lesson');
}

function issuesOf(
  named: readonly { id: string; field: string }[],
  existing: readonly { id: string }[],
  what: string,
): FieldIssue[] {
  const existingIds = new Set(existing.map(({ id }) => id));
  const seen = new Set<string>();
  return named.flatMap(({ id, field }) => {
    const issue = seen.has(id) ? 'must not be named twice' : existingIds.has(id) ? undefined : `must be ${what}`;
    seen.add(id);
    return issue === undefined ? [] : [{ field, issue }];
  });
}

function checkComplete(
  named: readonly { id: string }[],
  existing: readonly { id: string; status: string }[],
  what: string,
): void {
  const ids = new Set(named.map(({ id }) => id));
  for (const { id, status } of existing) {
    const isArchived = status === 'archived';
    if (isArchived && ids.has(id)) throw wrongStatus(what, 'archived', `The ${what} ${id} is archived.`);
    if (!isArchived && !ids.has(id))
      throw wrongStatus(what, 'missing', `The ${what} ${id} is missing: read the course again.`);
  }
}
