import { administratorsAndClosers } from '#kernel/access';
import { declareList } from '#kernel/operations';
import { SalesQueueItem, SalesQueueQuery } from './sales-queue.dto.js';

export const readSalesQueue = declareList({
  name: 'read_sales_queue',
  path: '/sales-queue',
  tag: 'Sales',
  access: administratorsAndClosers,
  summary: 'Read what is to be done about prospects and sales',
  description:
    'Oldest first. A closer sees their own: prospects without a next step, calls of the next 7 days and those to record, ' +
    'proposals that expire within 48 hours, overdue installments, automatic charges that the buyer has to confirm. OWNER and ADMIN see those of everybody, and what they ' +
    'decide on: prospects without a closer who may act, sales that are stuck, credit, refunds that failed and were not ' +
    'asked for again, open disputes, events of the provider to settle.',
  query: SalesQueueQuery,
  item: SalesQueueItem,
});
