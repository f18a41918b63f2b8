import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { ImportCommitService } from './import-commit.service.js';
import {
  commitPeopleImport,
  createPeopleImport,
  discardPeopleImport,
  getPeopleImport,
  listPeopleImportRows,
  listPeopleImports,
} from './people-import.operations.js';
import { PeopleImportService } from './people-import.service.js';

@Controller()
export class PeopleImportController {
  constructor(
    private readonly imports: PeopleImportService,
    private readonly commits: ImportCommitService,
  ) {}

  @Operation(createPeopleImport)
  create(uow: UnitOfWork, { body }: InputOf<typeof createPeopleImport>) {
    return this.imports.create(uow, body);
  }

  @Operation(listPeopleImports)
  list(scope: Scope, { query }: InputOf<typeof listPeopleImports>) {
    return this.imports.list(scope, query);
  }

  @Operation(getPeopleImport)
  get(scope: Scope, { params }: InputOf<typeof getPeopleImport>) {
    return this.imports.get(scope, params.peopleImportId);
  }

  @Operation(listPeopleImportRows)
  listRows(scope: Scope, { params, query }: InputOf<typeof listPeopleImportRows>) {
    return this.imports.listRows(scope, params.peopleImportId, query);
  }

  @Operation(commitPeopleImport)
  commit(uow: UnitOfWork, { params, body }: InputOf<typeof commitPeopleImport>) {
    return this.commits.commit(uow, params.peopleImportId, body);
  }

  @Operation(discardPeopleImport)
  discard(uow: UnitOfWork, { params }: InputOf<typeof discardPeopleImport>) {
    return this.imports.discard(uow, params.peopleImportId);
  }
}
