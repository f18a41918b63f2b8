/** Lists: pages, cursors and orders. */
export { groupedBy } from './grouped-by.js';
export { idsOf } from './ids-of.js';
export { keyedBy } from './keyed-by.js';
export { ListOrder, newestFirst, type Place } from './list-order.js';
export { Limit, type Page, pageOf, PageQuery, pageSize } from './page.js';
