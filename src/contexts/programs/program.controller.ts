import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
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
  create(uow: UnitOfWork, { body }: InputOf<typeof createProgram>) {
    return this.programs.create(uow, body);
  }

  @Operation(listPrograms)
  list(scope: Scope, { query }: InputOf<typeof listPrograms>) {
    return this.programs.list(scope, query);
  }

  @Operation(getProgram)
  get(scope: Scope, { params }: InputOf<typeof getProgram>) {
    return this.programs.get(scope, params.programId);
  }

  @Operation(previewProgramRestoration)
  previewRestoration(scope: Scope, { params }: InputOf<typeof previewProgramRestoration>) {
    return this.programs.previewRestoration(scope, params.programId);
  }

  @Operation(updateProgram)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updateProgram>) {
    return this.programs.update(uow, params.programId, body);
  }

  @Operation(publishProgram)
  publish(uow: UnitOfWork, { params }: InputOf<typeof publishProgram>) {
    return this.programs.publish(uow, params.programId);
  }

  @Operation(archiveProgram)
  archive(uow: UnitOfWork, { params, body }: InputOf<typeof archiveProgram>) {
    return this.programs.archive(uow, params.programId, body);
  }

  @Operation(restoreProgram)
  restore(uow: UnitOfWork, { params }: InputOf<typeof restoreProgram>) {
    return this.programs.restore(uow, params.programId);
  }
}
