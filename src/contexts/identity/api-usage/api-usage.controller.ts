import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listUsage } from './api-usage.operations.js';
import { ApiUsageService } from './api-usage.service.js';

@Controller()
export class ApiUsageController {
  constructor(private readonly usage: ApiUsageService) {}

  @Operation(listUsage)
  list(scope: Scope, { query }: InputOf<typeof listUsage>) {
    return this.usage.list(scope, query);
  }
}
