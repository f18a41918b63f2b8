import { Tables } from '#kernel/persistence/tables.js';

export const mediaTables = new Tables({
  owner: 'media',
  owns: ['media', 'video_resource_videos', 'video_resources'],
  reads: ['programs'],
});
