import { Injectable } from '@nestjs/common';
import { invalidRequest } from '../platform/errors/service-error.js';
import type { Page } from '../platform/lists/page.js';
import { checkMove } from '../platform/operations/transitions.js';
import type { Scope } from '../platform/persistence/scope.js';
import type { UnitOfWork } from '../platform/persistence/unit-of-work.js';
import type { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import { verifiedPreviousStatus } from './program-history.js';
import {
  toProgram,
  type ArchiveProgramRequest,
  type CreateProgramRequest,
  type Program,
  type ProgramsQuery,
  type UpdateProgramRequest,
} from './program.dto.js';
import type { ProgramEntity, ProgramStatus } from './program.entity.js';
import {
  programArchived,
  programCreated,
  programPublished,
  programRestored,
  programUpdated,
} from './program.events.js';
import { ProgramRepository } from './program.repository.js';
import { PROGRAM_MOVES } from './program.transitions.js';

@Injectable()
export class ProgramService {
  constructor(private readonly programs: ProgramRepository) {}

  list(scope: Scope, query: ProgramsQuery): Promise<Page<Program>> {
    return this.programs.list(scope, query, toProgram);
  }

  async get(scope: Scope, id: string): Promise<Program> {
    return toProgram(await this.programs.get(scope, id));
  }

  create(uow: UnitOfWork, request: CreateProgramRequest): Promise<Program> {
    const { name, description = null, status = 'draft' } = request;
    const program = { id: uow.newId(), name, description, status, createdAt: uow.now, updatedAt: uow.now };
    this.programs.add(uow, program);
    // How a record from elsewhere came to be archived is not known here: it gets no history that could be verified.
    if (status === 'draft') {
      this.programs.addChange(uow, undefined, {
        programId: program.id,
        fromStatus: null,
        toStatus: status,
        reason: null,
      });
    }
    uow.record(programCreated, {
      targetId: program.id,
      changes: { name, description, status },
      data: { programId: program.id, name, status },
    });
    return Promise.resolve(toProgram(program));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateProgramRequest): Promise<Program> {
    const program = await this.programs.getForUpdate(uow, id);
    const change = sentFields(request);
    const fields = Object.keys(change);
    if (fields.length === 0) {
      uow.recordQuietly(id, {});
      return toProgram(program);
    }
    const changed = { ...change, updatedAt: uow.now };
    this.programs.update(uow, id, changed);
    uow.record(programUpdated, { targetId: id, changes: change, data: { programId: id, fields } });
    return toProgram({ ...program, ...changed });
  }

  async publish(uow: UnitOfWork, id: string): Promise<Program> {
    const program = await this.programs.getForUpdate(uow, id);
    checkMove('program', PROGRAM_MOVES, program.status, 'active');
    const published = this.move(uow, program, await this.programs.listLatestChanges(uow, id), 'active', null);
    uow.record(programPublished, {
      targetId: id,
      changes: { status: { from: program.status, to: 'active' } },
      data: { programId: id },
    });
    return toProgram(published);
  }

  async archive(uow: UnitOfWork, id: string, { reason = null }: ArchiveProgramRequest): Promise<Program> {
    const program = await this.programs.getForUpdate(uow, id);
    checkMove('program', PROGRAM_MOVES, program.status, 'archived');
    const archived = this.move(uow, program, await this.programs.listLatestChanges(uow, id), 'archived', reason);
    uow.record(programArchived, {
      targetId: id,
      changes: { status: { from: program.status, to: 'archived' }, reason },
      data: { programId: id, previousStatus: program.status },
    });
    return toProgram(archived);
  }

  async restore(uow: UnitOfWork, id: string): Promise<Program> {
    const program = await this.programs.getForUpdate(uow, id);
    if (program.status !== 'archived') throw invalidRequest('The program is not archived.');
    const history = await this.programs.listLatestChanges(uow, id);
    const status = verifiedPreviousStatus(history);
    if (status === null) throw invalidRequest('The previous status of the program can not be verified.');
    const restored = this.move(uow, program, history, status, null);
    uow.record(programRestored, {
      targetId: id,
      changes: { status: { from: 'archived', to: status } },
      data: { programId: id, status },
    });
    return toProgram(restored);
  }

  /** Sets the status of a locked program, with the entry of its history that goes with it. */
  private move(
    uow: UnitOfWork,
    program: ProgramEntity,
    [latest]: readonly ProgramStatusChangeEntity[],
    toStatus: ProgramStatus,
    reason: string | null,
  ): ProgramEntity {
    const change = { status: toStatus, updatedAt: uow.now };
    this.programs.update(uow, program.id, change);
    this.programs.addChange(uow, latest, { programId: program.id, fromStatus: program.status, toStatus, reason });
    return { ...program, ...change };
  }
}

function sentFields({ name, description }: UpdateProgramRequest): Partial<Pick<ProgramEntity, 'name' | 'description'>> {
  return Object.fromEntries(Object.entries({ name, description }).filter(([, value]) => value !== undefined));
}
