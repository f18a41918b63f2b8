import { administrators } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { MAX_DAYS, USUAL_DAYS } from '../local-period.js';
import { SalesAnalytics, SalesAnalyticsQuery } from './sales-analytics.dto.js';

export const readSalesAnalytics = declareRead({
  name: 'read_sales_analytics',
  path: '/analytics/sales',
  tag: 'Sales',
  summary: 'Read the analytics of sales',
  description:
    `Sales and money of a period of days in UTC, by default the last ${USUAL_DAYS}, at most ${MAX_DAYS}. The money of the period ` +
    'is the sum of its entries; outstanding and overdue are those of now, of every sale.',
  access: administrators,
  mayLag: true,
  query: SalesAnalyticsQuery,
  response: SalesAnalytics,
  refusals: { 400: `A field is invalid, or the period has more than ${MAX_DAYS} days.` },
});
