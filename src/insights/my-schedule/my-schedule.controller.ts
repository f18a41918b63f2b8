import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listMySchedule } from './my-schedule.operations.js';
import { MyScheduleService } from './my-schedule.service.js';

@Controller()
export class MyScheduleController {
  constructor(private readonly schedules: MyScheduleService) {}

  @Operation(listMySchedule)
  list(scope: Scope, { query }: InputOf<typeof listMySchedule>) {
    return this.schedules.list(scope, query);
  }
}
