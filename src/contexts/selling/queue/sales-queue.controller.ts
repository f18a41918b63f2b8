import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readSalesQueue } from './sales-queue.operations.js';
import { SalesQueueService } from './sales-queue.service.js';

@Controller()
export class SalesQueueController {
  constructor(private readonly queue: SalesQueueService) {}

  @Operation(readSalesQueue)
  read(scope: Scope, { query }: InputOf<typeof readSalesQueue>) {
    return this.queue.read(scope, query);
  }
}
