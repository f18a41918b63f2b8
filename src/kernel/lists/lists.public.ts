/** Lists: pages, cursors and filters. */
export { groupedBy } from './grouped-by.js';
export { listPage, type Narrowing } from './list-page.js';
export { Limit, type Page, pageOf, PageQuery, pageSize, readCursor, toPage } from './page.js';
export { isOwnInstant } from './time-cursor.js';
export { trailPage, TrailQuery } from './trail-page.js';
