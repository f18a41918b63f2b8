import { administrators } from '#kernel/access';
import { refusal, refusedUnless } from '#kernel/errors';
import { declareEvent, declareServiceAct } from '#kernel/events';
import { OneOf, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { declareWrite, existing, resource } from '#kernel/operations';
import { Export, ExportLink, RequestExportRequest } from './export.dto.js';
import { EXPORT_FAILURES, EXPORT_FORMATS, EXPORT_KINDS, EXPORT_STATUSES } from './export.entity.js';
import { exportTables } from './exports.tables.js';

export const MAX_UNDER_WAY = 5;
export const exportLimit = refusal('export_limit', `${MAX_UNDER_WAY} exports are under way, the maximum.`);

class ExportRequested {
  @Uuid() exportId: string;
  @OneOf(EXPORT_KINDS) kind: string;
  @OneOf(EXPORT_FORMATS) format: string;
}

class ExportReady extends ExportRequested {
  @WholeNumber({ description: 'Rows, without the header' }) rowCount: number;
}

class ExportFailed extends ExportRequested {
  @OneOf(EXPORT_FAILURES) failure: string;
}

export const EXPORT_READY = {
  audited: declareServiceAct('export.ready', 'export'),
  event: declareEvent('export.ready', 'The file of an export is ready.', ExportReady),
};
export const EXPORT_FAILED = {
  audited: declareServiceAct('export.failed', 'export'),
  event: declareEvent('export.failed', 'An export came to no file.', ExportFailed),
};

const anyExport = existing('export', exportTables, 'exports');
const exports = resource({
  noun: 'export',
  path: '/exports/:exportId',
  response: Export,
  target: anyExport,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const requestExport = exports.create({
  name: 'request_export',
  summary: 'Request an export',
  description:
    'The file is written in the background, from one snapshot, and kept for seven days. At most ' +
    `${MAX_UNDER_WAY} exports are under way. The documentation lists the columns of each kind.`,
  body: RequestExportRequest,
  event: declareEvent('export.requested', 'An export was requested.', ExportRequested),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, does not apply to the kind, or names a cohort, program or ' +
      'member that does not exist in the organization.',
  },
  reasons: [exportLimit],
});

export const listExports = exports.list({ query: PageQuery, description: 'Newest first, in any status.' });
export const getExport = exports.get({ description: 'Its status, counts and checksum.' });

export const createExportLink = declareWrite({
  name: 'create_export_link',
  path: '/exports/:exportId/links',
  tag: 'Exports',
  summary: 'Create a link to the file of an export',
  description:
    'Whoever has the URL reads the file without a key, for 15 minutes, while the person who made the link is OWNER or ' +
    'ADMIN. The audit entry shows who could read it.',
  access: administrators,
  permission: 'admin',
  target: anyExport,
  status: 201,
  response: ExportLink,
  action: 'export.link_created',
  targetType: 'export',
  shownOnce: ['url'],
  reasons: refusedUnless('export', ['ready'], EXPORT_STATUSES),
});
