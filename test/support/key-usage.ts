import { ApiKeyUsage } from '../../src/platform/access/api-key-usage.js';
import type { School } from './school.js';

/**
 * The first use of a key is noted beside the request, by each instance of the service; done before, it can't be mistaken
 * for one of the request's statements.
 */
export async function noteUseOfKey(school: School): Promise<void> {
  const { instances } = school.app;
  // They take the requests in turn.
  for (let n = 0; n < instances.length; n += 1) await school.owner.client.get('/groups');
  for (const instance of instances) await instance.get(ApiKeyUsage, { strict: false }).beforeApplicationShutdown();
}
