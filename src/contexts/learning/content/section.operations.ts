import { refusal } from '#kernel/errors';
import { anyStaff, programContentStaff } from '#kernel/access';
import { PositiveInteger, Text, Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { COURSE } from './course.entity.js';
import { SECTION } from './section.entity.js';
import { MAX_SECTIONS } from './course.dto.js';
import { archiveLesson } from './lesson.operations.js';
import { learningTables } from '../learning.tables.js';
import { ownCourse, ownSection } from '../program-content.policy.js';
import { CourseSection, CreateSectionRequest, UpdateSectionRequest } from './section.dto.js';

export const sectionLimit = refusal(
  'section_limit',
  `A course has at most ${MAX_SECTIONS} sections that are not archived.`,
);
const courseArchived = COURSE.refusalsUnless('draft', 'published');
const archived = [...SECTION.refusalsUnless('active'), ...courseArchived];

class SectionReference {
  @Uuid() courseSectionId: string;
  @Uuid() courseId: string;
}

class SectionCreated extends SectionReference {
  @Text() title: string;
  @PositiveInteger() position: number;
}

class SectionUpdated extends withFields(SectionReference) {}

const sections = resource({
  noun: 'course section',
  tag: 'Courses',
  path: '/sections/:sectionId',
  response: CourseSection,
  target: ownSection,
  read: anyStaff,
  write: programContentStaff,
});

export const createSection = sections.create({
  name: 'create_section',
  path: '/courses/:courseId/sections',
  parent: ownCourse,
  summary: 'Add a section to a course',
  description: `The section is the last of the course, which has at most ${MAX_SECTIONS} sections that are not archived.`,
  body: CreateSectionRequest,
  event: declareEvent('course_section.created', 'A section was added to a course.', SectionCreated),
  reasons: [...courseArchived, sectionLimit],
});

export const getSection = sections.get({
  description: 'Without its lessons; active or archived.',
  name: 'get_section',
  target: existing('section', learningTables, 'course_sections'),
});

export const updateSection = sections.patch({
  name: 'update_section',
  description:
    'Omitted fields are left unchanged. A later availability locks nobody out of a lesson that they completed.',
  body: UpdateSectionRequest,
  event: declareEvent('course_section.updated', 'A section of a course was updated.', SectionUpdated),
  reasons: archived,
});

export const archiveSection = sections.command('archive', {
  leadsTo: 'archived',
  name: 'archive_section',
  description: 'Archives its lessons, too. Completed lessons stay completed.',
  event: declareEvent('course_section.archived', 'A section of a course was archived.', SectionReference),
  alsoEvents: [archiveLesson.event.name],
  reasons: archived,
});
