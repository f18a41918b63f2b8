import { accessMutations } from './list/access.mjs';
import { concurrencyMutations } from './list/concurrency.mjs';
import { databaseMutations } from './list/database.mjs';
import { platformMutations } from './list/platform.mjs';
import { webhookMutations } from './list/webhooks.mjs';

/**
 * Every safeguard that is removed once. `removes` says in words what is gone when `from`, found exactly once in `file`,
 * is `to`; the tests with the `titles` in the file `tests` (below what `within` names) must notice.
 */
export const mutations = [
  ...databaseMutations,
  ...platformMutations,
  ...accessMutations,
  ...concurrencyMutations,
  ...webhookMutations,
];
