import { Tables } from '#kernel/persistence/tables.js';

export const learningTables = new Tables({
  owner: 'learning',
  owns: {
    course_sections: 'select, insert, update',
    courses: 'select, insert, update',
    lesson_media: 'select, insert, delete',
    lessons: 'select, insert, update',
  },
  reads: ['media', 'programs', 'responsibilities'],
});
