import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope, UnitOfWork } from '#kernel/work';
import { listMyReports, reportPost } from './post-report.operations.js';
import { PostReportService } from './post-report.service.js';

@Controller()
export class PostReportController {
  constructor(private readonly reports: PostReportService) {}

  @Operation(reportPost)
  report(uow: UnitOfWork, { params, body }: InputOf<typeof reportPost>) {
    return this.reports.report(uow, params.postId, body);
  }

  @Operation(listMyReports)
  listMine(scope: Scope, { query }: InputOf<typeof listMyReports>) {
    return this.reports.listOwn(scope, query);
  }
}
