import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
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
