import { Controller } from '@nestjs/common';
import { type InputOf, Operation } from '#kernel/operations';
import { Scope } from '#kernel/work';
import { listMyTasks } from './my-task.operations.js';
import { MyTaskService } from './my-task.service.js';

@Controller()
export class MyTaskController {
  constructor(private readonly myTasks: MyTaskService) {}

  @Operation(listMyTasks)
  list(scope: Scope, { query }: InputOf<typeof listMyTasks>) {
    return this.myTasks.list(scope, query);
  }
}
