import { administrators } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { ApiUsage, ApiUsageQuery } from './api-usage.dto.js';

export const listUsage = declareList({
  name: 'list_usage',
  path: '/api-usage',
  tag: 'API keys',
  summary: 'List the usage of API keys',
  description:
    'Requests by day and API key, latest day first. They are added up in memory: the last minute may be missing, and a ' +
    'process that is killed loses it. Requests of sign-ins are not counted.',
  access: administrators,
  permission: 'admin',
  query: ApiUsageQuery,
  item: ApiUsage,
  mayLag: true,
  refusals: { 400: 'A filter, limit or cursor is invalid, to is before from, or they are too far apart.' },
});
