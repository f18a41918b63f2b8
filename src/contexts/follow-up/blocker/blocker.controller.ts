import { controllerOf } from '#kernel/operations';
import { listBlockers, openBlocker, resolveBlocker, updateBlocker } from './blocker.operations.js';
import { BlockerService } from './blocker.service.js';

export class BlockerController extends controllerOf(BlockerService, {
  open: openBlocker,
  list: listBlockers,
  update: updateBlocker,
  resolve: resolveBlocker,
}) {}
