import { Injectable } from '@nestjs/common';
import { toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { InsertedRow } from '#kernel/persistence';
import { judgeRestoration } from './program-history.js';
import { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import {
  Program,
  RestorationPreview,
  EVIDENCE,
  type ArchiveProgramRequest,
  type CreateProgramRequest,
  type ProgramsQuery,
  type UpdateProgramRequest,
} from './program.dto.js';
import { ProgramEntity, type ProgramStatus } from './program.entity.js';
import {
  archiveProgram,
  createProgram,
  publishProgram,
  restoreProgram,
  updateProgram,
  notArchived,
  statusUnverifiable,
  PROGRAM,
} from './program.operations.js';
import { listLatestChanges, type LoggedChange } from './program.repository.js';
import { programTables } from './programs.tables.js';

const listPrograms = programTables.list('list_programs', { rows: ProgramEntity, by: ['status'] });

@Injectable()
export class ProgramService {
  list(scope: Scope, query: ProgramsQuery): Promise<Page<Program>> {
    return scope.list(listPrograms, query, toResources(Program));
  }

  async get(scope: Scope, id: string): Promise<Program> {
    return toResource(Program, await scope.get(ProgramEntity, id));
  }

  async previewRestoration(scope: Scope, id: string): Promise<RestorationPreview> {
    const [program, history] = await Promise.all([
      scope.get(ProgramEntity, id),
      scope.query(listLatestChanges, { program: id }),
    ]);
    const restoration = judgeRestoration(program.status, history);
    return toResource(RestorationPreview, {
      programId: id,
      status: program.status,
      restorable: restoration.reason === null,
      ...restoration,
      evidence: await EVIDENCE.all(
        scope,
        history.map((change) => ({ ...change, from: change.fromStatus, to: change.toStatus })),
      ),
      asOf: scope.now,
    });
  }

  create(uow: UnitOfWork, request: CreateProgramRequest): Promise<Program> {
    const { name, description = null, status = 'draft' } = request;
    const program = uow.insert(ProgramEntity, { name, description, status });
    // A program imported as archived gets no history: its previous status cannot be verified.
    if (status === 'draft') addChange(uow, { programId: program.id, position: 1, toStatus: status });
    uow.record(createProgram.event, program, { name, description, status });
    return Promise.resolve(toResource(Program, program));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateProgramRequest): Promise<Program> {
    const program = await uow.getForUpdate(ProgramEntity, id);
    return toResource(Program, uow.patch(ProgramEntity, program, request, updateProgram.event));
  }

  async publish(uow: UnitOfWork, id: string): Promise<Program> {
    const program = await uow.getForUpdate(ProgramEntity, id);
    PROGRAM.checkMove(program.status, 'active');
    uow.record(publishProgram.event, program);
    return move(uow, program, await uow.query(listLatestChanges, { program: id }), 'active');
  }

  async archive(uow: UnitOfWork, id: string, { reason = null }: ArchiveProgramRequest): Promise<Program> {
    const program = await uow.getForUpdate(ProgramEntity, id);
    PROGRAM.checkMove(program.status, 'archived');
    const changes = reason === null ? {} : { reason: { from: null, to: reason } };
    uow.record(archiveProgram.event, { ...program, previousStatus: program.status }, changes);
    return move(uow, program, await uow.query(listLatestChanges, { program: id }), 'archived', reason);
  }

  async restore(uow: UnitOfWork, id: string): Promise<Program> {
    const program = await uow.getForUpdate(ProgramEntity, id);
    const history = await uow.query(listLatestChanges, { program: id });
    const { restoresTo: status, reason } = judgeRestoration(program.status, history);
    if (reason === 'not_archived') throw notArchived.error();
    if (status === null) throw statusUnverifiable.error();
    uow.record(restoreProgram.event, { ...program, status });
    return move(uow, program, history, status);
  }
}

/** Sets the status of a locked program and appends the change to its history, which is given latest first. */
function move(
  uow: UnitOfWork,
  program: ProgramEntity,
  [latest]: readonly (LoggedChange | undefined)[],
  toStatus: ProgramStatus,
  reason: string | null = null,
): Program {
  const position = (latest?.position ?? 0) + 1;
  addChange(uow, { programId: program.id, position, fromStatus: program.status, toStatus, reason });
  return toResource(Program, uow.change(ProgramEntity, program, { status: toStatus }));
}

function addChange(
  uow: UnitOfWork,
  change: Omit<InsertedRow<ProgramStatusChangeEntity>, 'changedBy' | 'changedAt'>,
): void {
  uow.insert(ProgramStatusChangeEntity, { ...change, changedBy: uow.caller.accountId, changedAt: uow.now });
}
