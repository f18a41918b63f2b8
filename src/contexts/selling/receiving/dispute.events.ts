import { declareEvent, declareServiceAct } from '#kernel/events';
import { OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { DISPUTE_STATUSES } from '../ledger/payment.entity.js';

class DisputeReference {
  @Uuid() disputeId: string;
  @Uuid() paymentId: string;
  @Uuid() saleId: string;
  @WholeNumber({ description: 'In minor units of the currency' }) amount: number;
  @Text({ description: 'ISO 4217' }) currency: string;
  @OneOf(DISPUTE_STATUSES) status: string;
}

const disputeOpened = declareEvent('dispute.opened', 'A buyer disputes a payment.', DisputeReference);
const disputeClosed = declareEvent('dispute.closed', 'A dispute was won or lost.', DisputeReference);

/** Changes of the service itself, which no operation makes. */
export const DISPUTE_OPENED = { ...declareServiceAct(disputeOpened.name, 'dispute'), event: disputeOpened };
export const DISPUTE_CLOSED = { ...declareServiceAct(disputeClosed.name, 'dispute'), event: disputeClosed };
