import { afterAll, describe, expect, it } from '@jest/globals';
import { Workplace, type Finished } from '../support/service-process.js';

interface Created {
  organization: { id: string; name: string };
  member: { id: string; accountId: string };
  apiKey: string;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const CREATE = ['organization', 'create', '--name', 'North School', '--owner-email', 'owner@north.example'];
const place = new Workplace();
const cli = (...args: string[]): Promise<Finished> => place.finish('cli', args);

afterAll(() => place.clear());

describe('the command line', () => {
  it('works with no service running, and leaves no process', async () => {
    expect(await cli('migrate')).toEqual({ code: 0, stdout: 'The schema is up to date.\n', stderr: '' });
    const alone = createdBy(await cli(...CREATE, '--json'));
    expect(place.processes()).toEqual([]);

    const service = await place.serve();
    expect(await ownerAddress(service.url, alone.apiKey)).toBe('owner@north.example');
    const before = place.processes();
    const beside = createdBy(await cli(...CREATE, '--owner-name', 'Nora North', '--json'));
    expect(await ownerAddress(service.url, beside.apiKey)).toBe('owner@north.example');
    expect(beside.organization.id).not.toBe(alone.organization.id);
    expect(beside.member.accountId).toBe(alone.member.accountId);

    const demo = await cli('demo', 'load');
    const { keys } = JSON.parse(demo.stdout) as { keys: { owner: string } };
    expect(await ownerAddress(service.url, keys.owner)).toBe('olivia.owner@school.example');
    expect([demo.code, demo.stderr]).toEqual([0, '']);
    expect(place.processes().filter((line) => !before.includes(line))).toEqual([]);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('gives an OWNER a new key and an invitation, and nobody else one', async () => {
    const own = new Workplace();
    try {
      await own.prepare('migrated');
      const { url } = await own.serve({ DEMO_DATA: 'false' });
      const { organization, member } = createdBy(await own.finish('cli', [...CREATE, '--json']));
      const create = (id: string, email: string) =>
        own.finish('cli', ['owner-key', 'create', '--organization', id, '--owner-email', email, '--json']);
      const made = await create(organization.id, 'Owner@north.example');
      expect([made.code, made.stderr]).toEqual([0, '']);
      const { apiKey, ...rest } = JSON.parse(made.stdout) as Created;
      expect(rest).toEqual({ member });
      expect(await ownerAddress(url, apiKey)).toBe('owner@north.example');
      const headers = { 'x-api-key': apiKey };
      const entries = await fetch(`${url}/api/v1/audit-entries?action=api_key.created`, { headers });
      expect(await entries.json()).toMatchObject({
        data: {
          items: [
            { targetType: 'api_key', actorId: null, changes: { memberId: member.id, name: 'New key' } },
            { targetType: 'api_key', actorId: member.accountId, changes: { memberId: member.id, name: 'First key' } },
          ],
        },
      });
      await letsIn(own, url, organization.id, member.id);
      const noOwner = 'ownerEmail must be the address of an active OWNER of the organization';
      const expectRefusal = async (id: string, email: string, issue: string) => {
        const refused = await create(id, email);
        expect([refused.code, refused.stdout]).toEqual([1, '']);
        expect(refused.stderr).toContain(issue);
      };
      await Promise.all([
        expectRefusal(organization.id, 'nobody@north.example', noOwner),
        expectRefusal(member.id, 'owner@north.example', noOwner),
        expectRefusal('north', 'owner@north.example', 'organization must be a UUID'),
      ]);
    } finally {
      await own.clear();
    }
  });

  it('shows people what it made', async () => {
    const { code, stdout } = await cli(...CREATE);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Organization {2}North School \([-0-9a-f]{36}\)\n.*\nAPI key +dsk_\S+\n/);
    expect(stdout).toMatch(/\nSign in +http:\/\/localhost:\d+\/console\/join#[\w-]{54}\n/);
  });

  it('prints its usage when asked, and the one line of JSON that is asked for', async () => {
    for (const args of [['--help'], ['-h'], ['organization', 'create', '--help']]) {
      const { code, stdout, stderr } = await cli(...args);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^Usage: node dist\/service\/cli\.js COMMAND/);
    }
    expect(await cli('migrate', '--json')).toEqual({ code: 0, stdout: '{"migrated":true}\n', stderr: '' });
  });

  it.each([
    [['organization', 'create', '--name', 'North'], '--name and --owner-email are needed'],
    [['owner-key', 'create', '--organization', 'x'], '--organization and --owner-email are needed'],
    [[], 'a command is needed'],
    [['organisation', 'create'], 'there is no command "organisation create"'],
  ])('explains itself to %j', async (args, message) => {
    const { code, stdout, stderr } = await cli(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Usage:');
  });

  it('refuses an address that is none with one line that names the field', async () => {
    const { code, stdout, stderr } = await cli(...CREATE.slice(0, -1), 'nobody', '--json');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]*ownerEmail must be an e-mail address\n$/);
  });
});

/** The one JSON object on standard output. */
/** An invitation of the command line, which the service opens, and that of nobody. */
async function letsIn(own: Workplace, url: string, organization: string, member: string): Promise<void> {
  const invite = (id: string) =>
    own.finish('cli', ['invitation', 'create', '--organization', organization, '--member', id, '--json']);
  const invited = JSON.parse((await invite(member)).stdout) as { url: string; createdBy: null; status: string };
  expect(invited).toMatchObject({ memberId: member, createdBy: null, status: 'open' });
  const opened = await fetch(`${url}/sign-in/invitations/options`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: invited.url.split('#')[1] }),
  });
  expect(await opened.json()).toMatchObject({ data: { member: { id: member }, methods: ['passkey'] } });
  const refused = await invite(organization);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('member must be an active member of the organization');
}

function createdBy({ code, stdout, stderr }: Finished): Created {
  expect([code, stderr]).toEqual([0, '']);
  const created = JSON.parse(stdout) as Created;
  const id: unknown = expect.stringMatching(UUID);
  expect(created).toEqual({
    organization: { id, name: 'North School' },
    member: { id, accountId: id },
    apiKey: expect.stringMatching(/^dsk_/),
  });
  return created;
}

async function ownerAddress(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/members?role=OWNER`, { headers: { 'x-api-key': key } });
  return ((await response.json()) as { data: { items: { email: string }[] } }).data.items[0].email;
}
