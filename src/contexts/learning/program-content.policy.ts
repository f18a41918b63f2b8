import { programContent } from '#contexts/programs/programs.public.js';
import { learningTables } from './learning.tables.js';

export const ownCourse = programContent('course', learningTables, 'courses');
export const ownMilestone = programContent('milestone', learningTables, 'milestones');
export const ownPath = programContent('path', learningTables, 'paths');
export const ownSection = programContent(
  'section',
  learningTables,
  'course_sections',
  throughCourse('course_sections'),
);
export const ownLesson = programContent('lesson', learningTables, 'lessons', throughCourse('lessons'));

function throughCourse(table: string): string {
  return `select c.program_id as id from ${table} t
    join courses c on c.organization_id = t.organization_id and c.id = t.course_id`;
}
