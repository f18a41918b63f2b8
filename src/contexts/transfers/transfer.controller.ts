import { controllerOf } from '#kernel/operations';
import { previewTransfer, transferEnrollment } from './transfer.operations.js';
import { TransferService } from './transfer.service.js';

export class TransferController extends controllerOf(TransferService, {
  preview: previewTransfer,
  transfer: transferEnrollment,
}) {}
