import { administrators } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { StorageUsage } from './storage-usage.dto.js';

export const readStorageUsage = declareRead({
  name: 'read_storage_usage',
  path: '/storage-usage',
  tag: 'Media',
  summary: 'Read how much is stored',
  description: 'Stored media with their bytes, and those of them that nothing shows.',
  access: administrators,
  response: StorageUsage,
});
