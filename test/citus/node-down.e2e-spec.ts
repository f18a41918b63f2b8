import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrate } from '#kernel/persistence';
import { migrations } from '../../migrations/list.js';
import { CitusOutage } from '../support/citus-outage.js';
import { announced, withDatabase } from '../support/database-server.js';
import { School } from '../support/school.js';
import { Workplace, type Environment } from '../support/service-process.js';
import { SECRET_KEY, startTestApp, type TestApp } from '../support/test-app.js';
import { until } from '../support/until.js';
import { Receiver } from '../webhooks/receiver.js';
import { LOCAL_RECEIVERS } from '../webhooks/set-up.js';
import { subscribeAndVerify } from '../webhooks/subscribing.js';

const person = (name: string) => ({ name, email: `${name}@node.example.com`, role: 'MEMBER' });
const group = { name: 'Level one', type: 'level', scope: 'organization' };

// Without a cluster there is no node.
(announced().citusNodes ? describe : describe.skip)('while a worker node of Citus is down', () => {
  const place = new Workplace();
  let app: TestApp;
  let outage: CitusOutage;
  /** On the node that is down, and on another one. */
  let down: School;
  let up: School;
  let receiver: Receiver;
  let settings: Environment;

  beforeAll(async () => {
    const { citusNodes = [], adminUrl, serviceUrl, template } = announced();
    app = await startTestApp({ ROLE: 'all', ...LOCAL_RECEIVERS });
    const port = Number(new URL(citusNodes.at(-1) as string).port);
    outage = new CitusOutage(citusNodes, template, port);
    for (let found = 0; found < 2;) {
      const school = await School.open(app);
      const isDown = (await outage.portOf(school.id)) === port;
      if (isDown && down === undefined) down = school;
      else if (!isDown && up === undefined) up = school;
      else continue;
      found += 1;
    }
    receiver = await Receiver.open();
    await subscribeAndVerify(app, up, receiver);
    await subscribeAndVerify(app, down, receiver);
    settings = {
      NODE_ENV: 'production',
      DATABASE_URL: withDatabase(serviceUrl, template),
      MIGRATION_DATABASE_URL: withDatabase(adminUrl, template),
      SECRET_KEYS: SECRET_KEY.toString('base64'),
      LOG_LEVEL: 'warn',
      ...LOCAL_RECEIVERS,
    };
    await outage.begin();
  });
  afterAll(async () => {
    await outage.end();
    await place.clear();
    await receiver.close();
    await app.close();
  });

  it('an organization on it gets 503; one on another node works, and its webhooks go out', async () => {
    const refused = await down.owner.client.post('/groups', group);
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
    expect((await up.owner.client.post('/groups', group)).status).toBe(201);
    await until(() => receiver.arrivals.some(({ event }) => event.organizationId === up.id));
    expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
  });

  it('a process starts, and is ready', async () => {
    const { adminUrl, serviceUrl, template } = announced();
    expect(await migrate(withDatabase(adminUrl, template), withDatabase(serviceUrl, template), migrations)).toEqual([]);
    const { url } = await place.serve(settings);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  it('members, keys and organizations are added once the node is left out', async () => {
    await outage.leaveOut();
    const member = await up.owner.client.post('/members', person('ada'));
    expect(member.status).toBe(201);
    expect((await up.owner.client.post('/api-keys', { memberId: up.owner.memberId, name: 'Second' })).status).toBe(201);
    const { id: organization } = up;
    const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [
      up.owner.accountId,
    ]);
    const create = ['owner-key', 'create', '--organization', organization, '--owner-email', rows[0].email, '--json'];
    expect((await place.finish('cli', create, settings)).code).toBe(0);
  });

  it('everybody works once it is back, with the rows that it missed', async () => {
    await outage.end();
    await until(async () => (await down.owner.client.post('/groups', group)).status === 201);
    await until(() => receiver.arrivals.some(({ event }) => event.organizationId === down.id), { withinMs: 60_000 });
    expect((await up.owner.client.post('/members', person('bo'))).status).toBe(201);
  });
});
