import { Tables } from '#kernel/persistence';

export const fileTables = new Tables({
  owner: 'files',
  owns: {
    stray_files: 'select, insert, delete',
    upload_parts: 'select, insert, delete',
    uploads: 'select, insert, update',
  },
  reads: ['media', 'members'],
});
