import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { EnrollmentPathService } from './enrollment-path.service.js';
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
  create(uow: UnitOfWork, { params, body }: InputOf<typeof createPath>) {
    return this.paths.create(uow, params.programId, body);
  }

  @Operation(listPaths)
  list(scope: Scope, { query }: InputOf<typeof listPaths>) {
    return this.paths.list(scope, query);
  }

  @Operation(getPath)
  get(scope: Scope, { params }: InputOf<typeof getPath>) {
    return this.paths.get(scope, params.pathId);
  }

  @Operation(updatePath)
  update(uow: UnitOfWork, { params, body }: InputOf<typeof updatePath>) {
    return this.paths.update(uow, params.pathId, body);
  }

  @Operation(activatePath)
  activate(uow: UnitOfWork, { params }: InputOf<typeof activatePath>) {
    return this.paths.activate(uow, params.pathId);
  }

  @Operation(archivePath)
  archive(uow: UnitOfWork, { params }: InputOf<typeof archivePath>) {
    return this.paths.archive(uow, params.pathId);
  }

  @Operation(assignPath)
  assign(uow: UnitOfWork, { params, body }: InputOf<typeof assignPath>) {
    return this.enrollmentPaths.assign(uow, params.enrollmentId, body);
  }
}
