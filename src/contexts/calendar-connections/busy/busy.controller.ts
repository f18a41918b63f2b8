import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { readBusy } from './busy.operations.js';
import { BusyService } from './busy.service.js';

@Controller()
export class BusyController {
  constructor(private readonly busy: BusyService) {}

  @Operation(readBusy)
  read(scope: Scope, { params, query }: InputOf<typeof readBusy>) {
    return this.busy.read(scope, params.memberId, query) as never;
  }
}
