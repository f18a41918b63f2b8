import { ApiKeyUsage } from '../../src/kernel/authentication/api-key-usage.js';
import type { School } from './school.js';

/**
 * Records the first use of a key in advance, on every instance, so that it is not counted among a request's statements.
 */
export async function noteUseOfKey(school: School): Promise<void> {
  const { instances } = school.app;
  // The instances take requests in turn.
  for (let n = 0; n < instances.length; n += 1) await school.owner.client.get('/groups');
  for (const instance of instances) await instance.get(ApiKeyUsage, { strict: false }).beforeApplicationShutdown();
}
