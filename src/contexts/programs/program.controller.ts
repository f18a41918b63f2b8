import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { Program, RestorationPreview } from './program.dto.js';
import {
  archiveProgram,
  createProgram,
  getProgram,
  listPrograms,
  previewProgramRestoration,
  publishProgram,
  restoreProgram,
  updateProgram,
} from './program.operations.js';
import { ProgramService } from './program.service.js';

@Controller()
export class ProgramController {
  constructor(private readonly programs: ProgramService) {}

  @Operation(createProgram)
  create(uow: UnitOfWork, { body }: InputOf<typeof createProgram>): Promise<Program> {
    return this.programs.create(uow, body);
  }

  @Operation(listPrograms)
  list(scope: Scope, { query }: InputOf<typeof listPrograms>): Promise<Page<Program>> {
    return this.programs.list(scope, query);
  }

  @Operation(getProgram)
  get(scope: Scope, { params }: InputOf<typeof getProgram>): Promise<Program> {
    return this.programs.get(scope, params.programId);
  }

  @Operation(previewProgramRestoration)
  previewRestoration(scope: Scope, { params }: InputOf<typeof previewProgramRestoration>): Promise<RestorationPreview> {
    return this.programs.previewRestoration(scope, params.programId);
  }

  @Operation(updateProgram)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateProgram>): Promise<Program> {
    return this.programs.update(uow, params.programId, body);
  }

  @Operation(publishProgram)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishProgram>): Promise<Program> {
    return this.programs.publish(uow, params.programId);
  }

  @Operation(archiveProgram)
  archive(uow: UnitOfWork, { params, body }: InputOf<typeof archiveProgram>): Promise<Program> {
    return this.programs.archive(uow, params.programId, body);
  }

  @Operation(restoreProgram)
  restore(uow: UnitOfWork, { params }: InputOf<typeof restoreProgram>): Promise<Program> {
    return this.programs.restore(uow, params.programId);
  }
}
