import { expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

const DEBUG = 20;
const INFO = 30;

/** The log lines of requests to a path. */
async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  const lines = () =>
    app
      .logged()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line.path === path);
  // A line is written when the response is closed.
  await until(() => lines().length > 0);
  return lines();
}

it('the line of a request names its route, operation and organization, and shows neither key nor query', async () => {
  const { client } = school.owner;
  const { body, headers } = await client.post('/groups', { name: 'Level one', type: 'level', scope: 'organization' });
  const path = `/api/v1/groups/${(body as { data: { id: string } }).data.id}`;
  await client.get(`${path.slice('/api/v1'.length)}?name=hidden`);
  const [line] = await linesOf(path);
  expect(line).toMatchObject({
    level: INFO,
    method: 'GET',
    route: '/groups/:groupId',
    operation: 'get_group',
    status: 200,
    organizationId: school.id,
  });
  const [written] = await linesOf('/api/v1/groups');
  expect(written).toMatchObject({ operation: 'create_group', correlationId: headers['x-correlation-id'] });
  expect(app.logged()).not.toContain(client.apiKey);
  expect(app.logged()).not.toContain('hidden');
});

it('a refused request has its operation, too; an unknown path has none', async () => {
  await fetch(`${app.url}/api/v1/cohorts`);
  await fetch(`${app.url}/api/v1/nowhere`);
  expect(await linesOf('/api/v1/cohorts')).toMatchObject([{ level: INFO, status: 401, operation: 'list_cohorts' }]);
  const [unknown] = await linesOf('/api/v1/nowhere');
  expect(unknown).toMatchObject({ level: INFO, status: 404 });
  expect(unknown).not.toHaveProperty('operation');
});

it('probes are logged at the level debug', async () => {
  for (const path of ['/health/live', '/health/ready', '/metrics']) {
    await fetch(app.url + path);
    expect(await linesOf(path)).toMatchObject([{ level: DEBUG, status: 200 }]);
  }
});

it('shows no key that was pasted into a path or a correlation id', async () => {
  const { client } = school.owner;
  const apiKey = client.apiKey ?? '';
  const headers = { 'X-API-Key': apiKey, 'X-Correlation-Id': `my ${apiKey}` };
  for (const path of [`/api/v1/programs/${apiKey}`, `/api/v1/${apiKey}`, `/${apiKey.slice(0, 30)}/a`]) {
    const response = await fetch(app.url + path, { headers });
    expect([response.status, response.headers.get('x-correlation-id')]).toEqual([404, `my ${apiKey}`]);
  }
  const [line] = await linesOf('/api/v1/programs/[redacted]');
  expect(line).toMatchObject({ operation: 'get_program', correlationId: 'my [redacted]' });
  await linesOf('/[redacted]/a');
  expect(app.logged()).not.toContain(apiKey.slice(0, 30));
});
