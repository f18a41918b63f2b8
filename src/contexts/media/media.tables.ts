import { Tables } from '#kernel/persistence/tables.js';

export const mediaTables = new Tables({
  owner: 'media',
  owns: {
    media: 'select, insert',
    video_resource_videos: 'select, insert, delete',
    video_resources: 'select, insert, update',
  },
  reads: ['cohorts', 'enrollments', 'members', 'programs'],
});
