/** The scope of a read, and the unit of work of a write. */
export { Database } from './database.js';
export { JobSignal } from './job-signal.js';
export { type SnapshotSession } from './snapshot-session.js';
export { ListingOfAll } from './listing-of-all.js';
export { Lifecycle, lifecycle, type Transitions } from './lifecycle.js';
export { positionsOf, replacementOf } from './ordered-rows.js';
export { rowLimit } from './row-limit.js';
export { Scope } from './scope.js';
export type { OnBehalfOf } from './service-unit.js';
export { UnitOfWork } from './unit-of-work.js';
