import { Injectable } from '@nestjs/common';
import type { Scope, UnitOfWork } from '#kernel/work';
import { fieldChanges } from '#kernel/persistence';
import { ContentRepository, sectionPositions } from './content.repository.js';
import { MAX_SECTIONS } from './course.dto.js';
import { LessonEntity } from './lesson.entity.js';
import { archiveLesson } from './lesson.operations.js';
import { toAvailabilityColumns } from './section-availability.js';
import {
  toCourseSection,
  type CourseSection,
  type CreateSectionRequest,
  type UpdateSectionRequest,
} from './section.dto.js';
import { SectionEntity } from './section.entity.js';
import { archiveSection, createSection, updateSection, sectionLimit } from './section.operations.js';

@Injectable()
export class SectionService {
  constructor(private readonly content: ContentRepository) {}

  async create(uow: UnitOfWork, courseId: string, request: CreateSectionRequest): Promise<CourseSection> {
    await this.content.lockCourse(uow, courseId);
    const { length } = await sectionPositions.list(uow, courseId);
    if (length >= MAX_SECTIONS) throw sectionLimit.error();
    const { title, availability = { kind: 'always' } } = request;
    const position = length + 1;
    const columns = toAvailabilityColumns(availability);
    const section = uow.insert(SectionEntity, { ...columns, courseId, title, position, status: 'active' });
    uow.record(createSection.event, section, { courseId, position, ...columns });
    return toCourseSection(section);
  }

  async get(scope: Scope, id: string): Promise<CourseSection> {
    return toCourseSection(await scope.get(SectionEntity, id));
  }

  async update(uow: UnitOfWork, id: string, { title, availability }: UpdateSectionRequest): Promise<CourseSection> {
    const section = await this.content.lockSection(uow, id);
    const change = { title, ...(availability && toAvailabilityColumns(availability)) };
    const fields = Object.entries({ title, availability }).flatMap(([name, sent]) =>
      sent === undefined ? [] : [name],
    );
    if (fields.length === 0) {
      uow.recordWithoutEvent(id);
      return toCourseSection(section);
    }
    uow.record(updateSection.event, { ...section, fields });
    return toCourseSection(uow.change(SectionEntity, section, change));
  }

  async archive(uow: UnitOfWork, id: string): Promise<CourseSection> {
    const section = await this.content.lockSection(uow, id);
    const { courseId } = section;
    const lessons = await uow.getAllForUpdate(LessonEntity, await this.content.listLessonIds(uow, id));
    const change = { status: 'archived', archivedAt: uow.now } as const;
    uow.changeAll(LessonEntity, lessons, change);
    await this.content.recount(uow, courseId);
    for (const lesson of lessons) {
      const changes = fieldChanges(LessonEntity, lesson, change);
      uow.recordAlso(archiveLesson, { ...lesson, courseSectionId: id }, changes);
    }
    await sectionPositions.leave(uow, courseId, id);
    uow.record(archiveSection.event, section, { lessonsArchived: lessons.length });
    return toCourseSection(uow.change(SectionEntity, section, change));
  }
}
