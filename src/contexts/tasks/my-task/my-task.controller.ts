import { Controller } from '@nestjs/common';
import type { Page } from '#kernel/lists/page.js';
import { Operation } from '#kernel/operations/operation.decorator.js';
import type { InputOf } from '#kernel/operations/operation.js';
import { Scope } from '#kernel/work/scope.js';
import type { MyTask } from './my-task.dto.js';
import { listMyTasks } from './my-task.operations.js';
import { MyTaskService } from './my-task.service.js';

@Controller()
export class MyTaskController {
  constructor(private readonly myTasks: MyTaskService) {}

  @Operation(listMyTasks)
  list(scope: Scope, { query }: InputOf<typeof listMyTasks>): Promise<Page<MyTask>> {
    return this.myTasks.list(scope, query);
  }
}
