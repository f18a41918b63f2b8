import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { createExportLink, getExport, listExports, requestExport } from './export.operations.js';
import { ExportService } from './export.service.js';

@Controller()
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Operation(requestExport)
  request(uow: UnitOfWork, { body }: InputOf<typeof requestExport>) {
    return this.exports.request(uow, body);
  }

  @Operation(listExports)
  list(scope: Scope, { query }: InputOf<typeof listExports>) {
    return this.exports.list(scope, query);
  }

  @Operation(getExport)
  get(scope: Scope, { params }: InputOf<typeof getExport>) {
    return this.exports.get(scope, params.exportId);
  }

  @Operation(createExportLink)
  createLink(uow: UnitOfWork, { params }: InputOf<typeof createExportLink>) {
    return this.exports.createLink(uow, params.exportId);
  }
}
