/** What reads and writes take: the scope and the unit of work. */
export { Database } from './database.js';
export { HourlySweep } from './hourly-sweep.js';
export { Scope } from './scope.js';
export { UnitOfWork } from './unit-of-work.js';
