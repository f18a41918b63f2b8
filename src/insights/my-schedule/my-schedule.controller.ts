import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import type { ScheduleItem } from './my-schedule.dto.js';
import { listMySchedule } from './my-schedule.operations.js';
import { MyScheduleService } from './my-schedule.service.js';

@Controller()
export class MyScheduleController {
  constructor(private readonly schedules: MyScheduleService) {}

  @Operation(listMySchedule)
  list(scope: Scope, { query }: InputOf<typeof listMySchedule>): Promise<Page<ScheduleItem>> {
    return this.schedules.list(scope, query);
  }
}
