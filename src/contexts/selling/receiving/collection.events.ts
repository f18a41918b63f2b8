import { declareEvent, declareServiceAct } from '#kernel/events';
import { Flag, Instant, Uuid, WholeNumber } from '#kernel/fields';

class FailedCollection {
  @Uuid() installmentId: string;
  @Uuid() saleId: string;
  @WholeNumber({ description: 'Of the installment, in minor units of the currency' }) amount: number;
  @WholeNumber({ description: 'The part that is paid' }) paid: number;
  @Instant() dueAt: string;
  @WholeNumber({ description: '0: when it was due; then the position among retryDays' }) number: number;
  @Flag({ description: 'The buyer has to confirm: it is not tried again' }) needsBuyer: boolean;
}

export const collectionFailed = declareEvent(
  'collection.failed',
  'An automatic charge of a saved method of payment failed.',
  FailedCollection,
);

/** A change of the service itself, which no operation makes. */
export const COLLECTION_FAILED = declareServiceAct(collectionFailed.name, 'collection');
