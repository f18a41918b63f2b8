import { controllerOf } from '#kernel/operations';
import { extendDeadlines, listDeadlineExtensions } from './deadline-extension.operations.js';
import { DeadlineExtensionService } from './deadline-extension.service.js';

export class DeadlineExtensionController extends controllerOf(DeadlineExtensionService, {
  extend: extendDeadlines,
  list: listDeadlineExtensions,
}) {}
