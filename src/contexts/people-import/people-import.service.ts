import { Injectable } from '@nestjs/common';
import { MAX_CURRENT_RESPONSIBILITIES } from '#contexts/identity/identity.public.js';
import { wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { NewRow } from '#kernel/persistence';
import { ImportFactsRepository } from './import-facts.repository.js';
import { countVerdicts, type ImportOptions, type Verdict } from './import-plan.js';
import { readPeopleFile } from './people-file.js';
import { PeopleImport, type CreatePeopleImportRequest } from './people-import.dto.js';
import { PeopleImportEntity, type ImportStatus } from './people-import.entity.js';
import { createPeopleImport, discardPeopleImport } from './people-import.operations.js';
import { listRows } from './people-import.repository.js';
import { PeopleImportRowEntity } from './people-import-row.entity.js';
import { peopleImportTables } from './people-import.tables.js';
import { PeopleImportRow, type PeopleImportRowsQuery } from './person-row.dto.js';
import { readRows, type RawRow } from './person-row.js';
import { judgeRows } from './row-judgement.js';

export const VALID_FOR_MS = 86_400_000;

const existingCohort = referenceTo('cohort', peopleImportTables, 'cohorts');

const listImports = peopleImportTables.list('list_people_imports', { rows: PeopleImportEntity });

@Injectable()
export class PeopleImportService {
  constructor(private readonly facts: ImportFactsRepository) {}

  async create(uow: UnitOfWork, request: CreatePeopleImportRequest): Promise<PeopleImport> {
    const { label = null, matchBy = 'email', reattach = false, cohortId = null, enrollmentStatus = 'active' } = request;
    const rows = await readRows(await rawRowsOf(request));
    if (cohortId !== null) await existingCohort(uow, 'cohortId', cohortId);
    const settings = { matchBy, reattach, cohortId, enrollmentStatus };
    const options = optionsOf(settings);
    const verdicts = judgeRows(rows, await this.facts.read(uow, rows, options), options);
    const counts = countVerdicts(verdicts);
    const created = uow.insert(PeopleImportEntity, {
      ...settings,
      label,
      status: 'validated',
      counts,
      expiresAt: new Date(uow.now.getTime() + VALID_FOR_MS),
    });
    uow.insertAll(
      PeopleImportRowEntity,
      rows.map((row, position) => ({ ...row, ...judged(verdicts[position]), peopleImportId: created.id, position })),
    );
    uow.record(createPeopleImport.event, created, { ...settings, counts });
    return toImport(created, uow.now);
  }

  async list(scope: Scope, query: PageQuery): Promise<Page<PeopleImport>> {
    return scope.list(listImports, query, (imports) => imports.map((row) => toImport(row, scope.now)));
  }

  async get(scope: Scope, id: string): Promise<PeopleImport> {
    return toImport(await scope.get(PeopleImportEntity, id), scope.now);
  }

  listRows(scope: Scope, id: string, query: PeopleImportRowsQuery): Promise<Page<PeopleImportRow>> {
    return scope.list(listRows, { ...query, peopleImportId: id }, (rows) => rows.map(toRow));
  }

  async discard(uow: UnitOfWork, id: string): Promise<PeopleImport> {
    const found = await uow.getForUpdate(PeopleImportEntity, id);
    requireValidated(found, uow.now);
    const discarded = uow.change(PeopleImportEntity, found, { status: 'discarded', discardedAt: uow.now });
    uow.record(discardPeopleImport.event, discarded);
    return toImport(discarded, uow.now);
  }
}

export function optionsOf(settings: Omit<ImportOptions, 'maxResponsibilities'>): ImportOptions {
  const { matchBy, reattach, cohortId, enrollmentStatus } = settings;
  return { matchBy, reattach, cohortId, enrollmentStatus, maxResponsibilities: MAX_CURRENT_RESPONSIBILITIES };
}

/** Throws 409 unless the import can be committed or discarded. */
export function requireValidated(found: PeopleImportEntity, now: Date): void {
  const status = statusOf(found, now);
  if (status !== 'validated') throw wrongStatus('import', status);
}

/** The columns of a row that its judgement sets. */
export function judged(verdict: Verdict) {
  return {
    memberPlan: verdict.member,
    enrollmentPlan: verdict.enrollment,
    coachPlan: verdict.coach,
    warnings: verdict.warnings,
    issues: verdict.issues,
    memberId: verdict.memberId,
    enrollmentId: verdict.enrollmentId,
  };
}

export function toImport(row: NewRow<PeopleImportEntity>, now: Date): PeopleImport {
  return toResource(PeopleImport, { ...row, status: statusOf(row, now) });
}

function toRow(row: NewRow<PeopleImportRowEntity>): PeopleImportRow {
  const plan = { member: row.memberPlan, enrollment: row.enrollmentPlan, coach: row.coachPlan };
  return toResource(PeopleImportRow, { ...row, index: row.position, plan, issues: [...row.issues] });
}

function statusOf({ status, expiresAt }: Pick<PeopleImportEntity, 'status' | 'expiresAt'>, now: Date): ImportStatus {
  return status === 'validated' && expiresAt <= now ? 'expired' : status;
}

async function rawRowsOf({ rows, csv }: CreatePeopleImportRequest): Promise<RawRow[]> {
  return typeof csv === 'string' ? readPeopleFile(csv) : (rows ?? []).map((values) => ({ values }));
}
