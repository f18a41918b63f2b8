import { Tables } from '#kernel/persistence';

export const learningTables = new Tables({
  owner: 'learning',
  owns: {
    course_blocks: 'select, insert, update',
    course_completions: 'select, insert',
    course_progress: 'select, insert, update',
    course_sections: 'select, insert, update',
    courses: 'select, insert, update',
    enrollment_paths: 'select, insert, update',
    lesson_completions: 'select, insert, delete',
    lesson_media: 'select, insert, delete',
    lessons: 'select, insert, update',
    milestone_lessons: 'select, insert, delete',
    milestone_reaches: 'select, insert, update',
    milestones: 'select, insert, update',
    path_courses: 'select, insert, delete',
    path_milestones: 'select, insert, delete',
    paths: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'media', 'members', 'programs', 'responsibilities'],
});
