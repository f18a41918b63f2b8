import { controllerOf } from '#kernel/operations';
import { listMyBlockers, reportBlocker } from './my-blocker.operations.js';
import { MyBlockerService } from './my-blocker.service.js';

export class MyBlockerController extends controllerOf(MyBlockerService, {
  report: reportBlocker,
  list: listMyBlockers,
}) {}
