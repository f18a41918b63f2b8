import { controllerOf } from '#kernel/operations';
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

export class ProgramController extends controllerOf(ProgramService, {
  create: createProgram,
  list: listPrograms,
  get: getProgram,
  previewRestoration: previewProgramRestoration,
  update: updateProgram,
  publish: publishProgram,
  archive: archiveProgram,
  restore: restoreProgram,
}) {}
