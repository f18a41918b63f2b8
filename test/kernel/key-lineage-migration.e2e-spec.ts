import { expect, it } from '@jest/globals';
import { migrateAgain } from '../support/migrate-again.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

it('the migration reads from the trail who made existing keys, with which role, and who assigned responsibilities', async () => {
  const admin = await school.person('ADMIN');
  const key = { memberId: admin.memberId, name: 'A key' };
  const { id } = (await admin.client.post('/api-keys', key)).body.data as { id: string };
  const role = { memberId: admin.memberId, role: 'reviewer', scope: 'organization' };
  await admin.client.post('/responsibilities', role);
  await school.owner.client.patch(`/members/${admin.memberId}`, { role: 'MEMBER' });
  const columns = async () => [
    ...(
      await school.rows(
        'select created_by_key, created_with_role from api_keys where organization_id = $1 and id = $2',
        id,
      )
    ).rows,
    ...(await school.rows('select assigned_by, assigned_by_key from responsibilities where organization_id = $1')).rows,
  ];
  const before = await columns();
  await migrateAgain(app, 'KeyLineage');
  expect(before[0]).toEqual({ created_by_key: admin.apiKeyId, created_with_role: 'ADMIN' });
  expect(await columns()).toEqual(before);
});
