import { controllerOf } from '#kernel/operations';
import { handOverWork, previewHandover } from './handover.operations.js';
import { HandoverService } from './handover.service.js';

export class HandoverController extends controllerOf(HandoverService, {
  preview: previewHandover,
  handOver: handOverWork,
}) {}
