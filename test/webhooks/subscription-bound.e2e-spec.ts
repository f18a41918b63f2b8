import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

it('an organization has at most 500 subscriptions, also under concurrent requests; deleted ones do not count', async () => {
  const id = await school.subscription();
  await school.rows(
    `insert into webhook_subscriptions select (jsonb_populate_record(s, jsonb_build_object(
       'id', ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))))).*
     from webhook_subscriptions s, generate_series(2, 498) i where s.organization_id = $1 and s.id = $2`,
    id,
  );
  const create = () =>
    school.owner.client.post('/webhook-subscriptions', {
      name: 'Receiver',
      endpointUrl: 'https://hooks.example.com/delivery',
      eventNames: ['group.created'],
      secret: 'a-secret-of-at-least-16',
    });
  const statuses = (await Promise.all([create(), create(), create(), create()])).map(({ status }) => status).sort();
  expect(statuses).toEqual([201, 201, 409, 409]);
  expect((await create()).text).toContain('500 webhook subscriptions');
  await school.owner.client.delete(`/webhook-subscriptions/${id}`);
  expect((await create()).status).toBe(201);
});
