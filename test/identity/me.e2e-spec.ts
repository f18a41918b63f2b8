import { expect, it } from '@jest/globals';
import { Client } from '../support/client.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool();

interface Me {
  organization: object;
  member: object;
  responsibilities: { id: string; role: string }[];
  apiKey: { id: string; prefix: string };
  enrollmentCount: number;
}

const read = async (client = school.owner.client): Promise<{ status: number; me: Me }> => {
  const { status, body } = await client.get('/me');
  return { status, me: (body as { data: Me }).data };
};

it('says who a key stands for, and shows no secret of it', async () => {
  const coach = await school.person('MEMBER', { role: 'coach', cohortId: await school.cohort() });
  const { status, me } = await read(coach.client);
  expect(status).toBe(200);
  expect(me).toMatchObject({
    organization: { id: school.id },
    member: { id: coach.memberId, accountId: coach.accountId, role: 'MEMBER' },
    responsibilities: [{ memberId: coach.memberId, role: 'coach', scope: 'cohort', endedAt: null }],
    enrollmentCount: 0,
  });
  expect(me.apiKey).toMatchObject({ scopes: [], expiresAt: null });
  const key = coach.client.apiKey ?? '';
  expect(key.startsWith(me.apiKey.prefix)).toBe(true);
  expect(JSON.stringify(me)).not.toContain(key);
});

it('names the scopes of the key, and when it expires', async () => {
  const expiresAt = '2099-01-02T03:04:05.678Z';
  const memberId = (await school.person()).memberId;
  const request = { memberId, name: 'Import of grades', scopes: ['read', 'mcp:manage'], expiresAt };
  const { body } = await school.owner.client.post('/api-keys', request);
  const { key } = (body as { data: { key: string } }).data;
  const { me } = await read(new Client(app, key));
  expect(me.apiKey).toMatchObject({ scopes: ['read', 'mcp:manage'], expiresAt });
});

it('is open to a member without role and enrollment, and leaves out what ended', async () => {
  const ended = await school.person('MEMBER', { role: 'program_director', ended: true });
  expect(await read(ended.client)).toMatchObject({ status: 200, me: { responsibilities: [] } });
});

it('counts the enrollments of the person, those of former memberships and none of other schools', async () => {
  const person = await school.person();
  await school.enrollment({ member_id: person.memberId });
  expect((await read(person.client)).me.enrollmentCount).toBe(1);
  const { body } = await school.owner.client.get(`/members/${person.memberId}`);
  const { email, name } = (body as { data: { email: string; name: string } }).data;
  await school.owner.client.send('DELETE', `/members/${person.memberId}`);
  const added = await school.owner.client.post('/members', { email, name, role: 'MEMBER' });
  const { id: memberId, accountId } = (added.body as { data: { id: string; accountId: string } }).data;
  await school.enrollment({ member_id: memberId });
  const { client } = await school.key(memberId, accountId);
  const me = await read(client);
  expect(me.me).toMatchObject({ member: { id: memberId, accountId }, enrollmentCount: 2 });

  const elsewhere = await School.open(app);
  expect((await read(elsewhere.owner.client)).me).toMatchObject({
    organization: { id: elsewhere.id },
    enrollmentCount: 0,
  });
});
