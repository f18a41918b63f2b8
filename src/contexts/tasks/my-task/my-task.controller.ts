import { controllerOf } from '#kernel/operations';
import { listMyTasks } from './my-task.operations.js';
import { MyTaskService } from './my-task.service.js';

export class MyTaskController extends controllerOf(MyTaskService, { list: listMyTasks }) {}
