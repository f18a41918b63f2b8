import { Controller } from '@nestjs/common';
import { Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readStorageUsage } from './storage-usage.operations.js';
import { StorageUsageService } from './storage-usage.service.js';

@Controller()
export class StorageUsageController {
  constructor(private readonly usage: StorageUsageService) {}

  @Operation(readStorageUsage)
  read(scope: Scope) {
    return this.usage.read(scope);
  }
}
