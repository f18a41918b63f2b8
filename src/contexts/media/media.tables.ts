import { Tables } from '#kernel/persistence';

export const mediaTables = new Tables({
  owner: 'media',
  owns: {
    media: 'select, insert, update, delete',
    video_questions: 'select, insert, update',
    video_resource_videos: 'select, insert, update, delete',
    video_resources: 'select, insert, update',
  },
  reads: [
    'audit_entries',
    'cohorts',
    'enrollments',
    'form_response_files',
    'lesson_media',
    'members',
    'post_media',
    'programs',
    'responsibilities',
    'submissions',
    'uploads',
  ],
});
