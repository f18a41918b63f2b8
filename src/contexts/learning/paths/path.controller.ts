import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import type { EnrollmentPath } from './enrollment-path.dto.js';
import { EnrollmentPathService } from './enrollment-path.service.js';
import type { Path } from './path.dto.js';
import {
  activatePath,
  archivePath,
  assignPath,
  createPath,
  getPath,
  listPaths,
  updatePath,
} from './path.operations.js';
import { PathService } from './path.service.js';

@Controller()
export class PathController {
  constructor(
    private readonly paths: PathService,
    private readonly enrollmentPaths: EnrollmentPathService,
  ) {}

  @Operation(createPath)
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createPath>): Promise<Path> {
    return this.paths.create(uow, params.programId, body);
  }

  @Operation(listPaths)
  list(scope: Scope, { query }: InputOf<typeof listPaths>): Promise<Page<Path>> {
    return this.paths.list(scope, query);
  }

  @Operation(getPath)
  get(scope: Scope, { params }: InputOf<typeof getPath>): Promise<Path> {
    return this.paths.get(scope, params.pathId);
  }

  @Operation(updatePath)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updatePath>): Promise<Path> {
    return this.paths.update(uow, params.pathId, body);
  }

  @Operation(activatePath)
  activate(uow: UnitOfWork, { params }: InputOf<typeof activatePath>): Promise<Path> {
    return this.paths.activate(uow, params.pathId);
  }

  @Operation(archivePath)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archivePath>): Promise<Path> {
    return this.paths.archive(uow, params.pathId);
  }

  @Operation(assignPath)
  assign(uow: UnitOfWork, { params, body }: InputOf<typeof assignPath>): Promise<EnrollmentPath> {
    return this.enrollmentPaths.assign(uow, params.enrollmentId, body);
  }
}
