import { KeyUsage } from '../../src/kernel/authentication/key-usage.js';
import type { School } from './school.js';
import type { TestApp } from './test-app.js';

/**
 * Records the first use of a key in advance, on every instance, so that it is not counted among a request's statements.
 */
export async function noteUseOfKey(school: School): Promise<void> {
  const { instances } = school.app;
  const { client } = school.owner;
  // The instances take requests in turn.
  for (let n = 0; n < instances.length; n += 1) {
    await client.get('/groups');
    if (client.signInKey !== undefined) await client.get('/me/passkeys');
  }
  await keyUsesNoted(school.app);
}

/** Waits until the last uses of keys are in the database. */
export async function keyUsesNoted({ instances }: Pick<TestApp, 'instances'>): Promise<void> {
  for (const instance of instances) await instance.get(KeyUsage, { strict: false }).beforeApplicationShutdown();
}
