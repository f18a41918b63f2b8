import { declareEvent, declareServiceAct } from '#kernel/events';
import { Text, Uuid, WholeNumber } from '#kernel/fields';

export class PaymentReference {
  @Uuid() paymentId: string;
  @Uuid() saleId: string;
  @WholeNumber({ description: 'In minor units of the currency' }) amount: number;
  @Text({ description: 'ISO 4217' }) currency: string;
}

class RefundReference extends PaymentReference {
  @Uuid() refundId: string;
  @Text() enrollment: string;
  @Text() claim: string;
}

export const refundRequested = declareEvent('refund.requested', 'Money of a payment is to go back.', RefundReference);
export const refundSucceeded = declareEvent('refund.succeeded', 'Money of a payment went back.', RefundReference);
export const refundFailed = declareEvent('refund.failed', 'Money of a payment did not go back.', RefundReference);

/** As `refund_payment` records it. */
export const REFUND_REQUESTED = { action: 'refund_payment', targetType: 'refund', event: refundRequested };

/** Acts of the service: the provider says later how a refund ended. */
export const REFUND_SUCCEEDED = { ...declareServiceAct(refundSucceeded.name, 'refund'), event: refundSucceeded };
export const REFUND_FAILED = { ...declareServiceAct(refundFailed.name, 'refund'), event: refundFailed };
