import type { School } from './school.js';

/** The first use of a key is noted beside the request; done before, it can't be mistaken for one of its statements. */
export async function noteUseOfKey(school: School): Promise<void> {
  await school.owner.client.post('/groups', {}, { idempotencyKey: null });
  const noted = async () =>
    (await school.rows('select 1 from api_key_usages where organization_id = $1')).rows.length > 0;
  while (!(await noted())) await new Promise((resolve) => setTimeout(resolve, 5));
}
