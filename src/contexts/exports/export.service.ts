import { Injectable } from '@nestjs/common';
import { wrongStatus } from '#kernel/errors';
import { schedule } from '#kernel/jobs';
import type { Page, PageQuery } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import { issueCapability } from '#kernel/secrets';
import type { Scope, UnitOfWork } from '#kernel/work';
import { EXPORTS, shownAt, statusOf, type Export, type ExportLink, type RequestExportRequest } from './export.dto.js';
import { ExportEntity, ExportLinkEntity } from './export.entity.js';
import { exportLimit, MAX_UNDER_WAY, requestExport } from './export.operations.js';
import { exportTables } from './exports.tables.js';

export const EXPORTS_JOB = 'exports';
const LINK_VALID_FOR_MS = 15 * 60_000;

const REFERENCES = {
  cohortId: referenceTo('cohort to export', exportTables, 'cohorts'),
  programId: referenceTo('program to export', exportTables, 'programs'),
  memberId: referenceTo('member to export', exportTables, 'members'),
};

const countUnderWay = exportTables
  .statement(
    'count_exports_under_way',
    {},
    `select count(*)::integer as exports from exports
     where organization_id = :organization and status in ('pending', 'running')`,
  )
  .returning<{ exports: number }>();

const listExports = exportTables.list('list_exports', { rows: ExportEntity });

@Injectable()
export class ExportService {
  async request(uow: UnitOfWork, request: RequestExportRequest): Promise<Export> {
    const { kind, format, cohortId = null, programId = null, memberId = null, from = null, to = null } = request;
    const filters = { cohortId, programId, memberId, from, to };
    for (const field of ['cohortId', 'programId', 'memberId'] as const) {
      const id = filters[field];
      if (id !== null) await REFERENCES[field](uow, field, id);
    }
    // Locks the row of the job: a count in a later statement sees every earlier request.
    await schedule(uow, EXPORTS_JOB, uow.now);
    const [{ exports }] = await uow.query(countUnderWay);
    if (exports >= MAX_UNDER_WAY) throw exportLimit.error();
    const requestedBy = uow.caller.accountId;
    const requested = uow.insert(ExportEntity, { kind, format, filters, requestedBy, status: 'pending', attempt: 0 });
    uow.record(requestExport.event, requested, { kind, format, ...filters });
    return EXPORTS.one(uow, shownAt(uow.now)(requested));
  }

  list(scope: Scope, query: PageQuery): Promise<Page<Export>> {
    return scope.list(listExports, query, (rows) => EXPORTS.all(scope, rows.map(shownAt(scope.now))));
  }

  async get(scope: Scope, id: string): Promise<Export> {
    return EXPORTS.one(scope, shownAt(scope.now)(await scope.get(ExportEntity, id)));
  }

  async createLink(uow: UnitOfWork, exportId: string): Promise<ExportLink> {
    const found = await uow.get(ExportEntity, exportId);
    const status = statusOf(found, uow.now);
    if (status !== 'ready') throw wrongStatus('export', status);
    const { token, hash: tokenHash } = issueCapability(uow.organizationId);
    const expiresAt = new Date(uow.now.getTime() + LINK_VALID_FOR_MS);
    uow.insert(ExportLinkEntity, { exportId, tokenHash, expiresAt });
    uow.recordWithoutEvent(exportId, { expiresAt });
    return { url: `/files/${token}`, expiresAt: expiresAt.toISOString() };
  }
}
