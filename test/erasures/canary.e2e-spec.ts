import { afterEach, expect, it } from '@jest/globals';
import { Clock } from '#kernel/clock';
import { JobWorker } from '#kernel/jobs';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';
import { CANARY, live, text } from './life.js';
import { FIELDS_OF_ORGANIZATION, OF_ORGANIZATION, textFields } from './text-fields.js';

const { app, school } = useSchool({
  settings: { ERASURE_DELAY_DAYS: 0, STRIPE_API_HOST: 'http://127.0.0.1:9' },
});

afterEach(() => app.moveClock(0));

const work = () => app.nest.get(JobWorker, { strict: false }).runOnce();

/** The tables, global ones too, where the canary is found, also in bytes. */
async function found(): Promise<string[]> {
  const { rows } = await school.rows<{ name: string; global: boolean }>(
    `select c.relname as name, not exists (
       select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id') as global
     from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and $1::uuid is not null`,
  );
  const tables: string[] = [];
  for (const { name, global } of rows) {
    const bytes = name === 'export_parts' ? `or position('${CANARY}'::bytea in t.content) > 0` : '';
    const { rows: hits } = await school.rows(
      `select 1 from ${name} t where $1::uuid is not null ${global ? '' : 'and organization_id = $1'}
         and (t::text ilike '%${CANARY}%' ${bytes}) limit 1`,
    );
    if (hits.length > 0) tables.push(name);
  }
  return tables.sort();
}

it('leaves the person’s texts nowhere: not in the database, exports, replays or the log; counts stay, and other organizations', async () => {
  const second = await school.person('OWNER');
  const other = await School.open(app);
  const cohortId = await school.cohort();
  const others = await school.enrollment({ cohort_id: cohortId });
  await school.note(others, { body: 'About another person' });
  const kept = await school.export({}, `id\r\n${others}\r\n`);
  const { sent, fields, memberId, accountId, cohortIds } = await live(school, cohortId);
  const ordered = await school.owner.client.post('/exports', { kind: 'person', format: 'jsonl', memberId });
  const exportId = ordered.body.data.id as string;
  await work();
  await other.insert('members', {
    ...{ account_id: accountId, name: 'Known elsewhere', role: 'MEMBER', status: 'active', created_at: app.now() },
  });
  await school.owner.client.delete(`/members/${memberId}`);
  const instant = app.now();
  const numbers = async () => {
    const paths = cohortIds.flatMap((id) => [`/cohorts/${id}/cockpit`, `/cohorts/${id}/analytics`]);
    const answers: unknown[] = [];
    // As of one instant: the time of those who are still enrolled goes on.
    const clock = app.nest.get(Clock, { strict: false });
    const { now } = clock;
    clock.now = () => instant;
    for (const path of [...paths, '/analytics/coaches']) answers.push((await school.owner.client.get(path)).body.data);
    clock.now = now;
    return JSON.stringify(answers).replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '""');
  };
  const running = await school.export({ kind: 'interventions', status: 'running', sha256: null }, text('half a file'));
  expect((await found()).length).toBeGreaterThan(20);
  const [before, elsewhere] = [await numbers(), await other.digest()];

  const asked = await school.owner.client.post(`/members/${memberId}/erasures`, { reason: text('reason') });
  fields.add('request_erasure reason');
  const personal = textFields().filter(
    (field) => !OF_ORGANIZATION.has(field.split(' ')[0]) && !FIELDS_OF_ORGANIZATION.includes(field),
  );
  expect(personal.filter((field) => !fields.has(field))).toEqual([]);
  const erasureId = asked.body.data.id as string;
  expect((await second.client.post(`/erasures/${erasureId}/approve`)).status).toBe(200);
  await work();
  expect((await school.owner.client.get(`/erasures/${erasureId}`)).body.data.status).toBe('carried_out');

  // The account is another organization's, too: it keeps its address there.
  expect(await found()).toEqual(['accounts']);
  const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  expect(rows).toEqual([{ email: `${CANARY}@example.com` }]);
  expect(await other.digest()).toBe(elsewhere);
  expect(await numbers()).toBe(before);
  expect(app.logged()).not.toContain(CANARY);
  expect((await school.owner.client.get(`/exports/${exportId}`)).body.data.status).toBe('expired');
  expect((await school.owner.client.get(`/exports/${running}`)).body.data.status).toBe('ready');
  expect((await school.owner.client.get(`/exports/${kept}`)).body.data.status).toBe('ready');
  expect((await school.owner.client.get(`/members?q=${CANARY}`)).body.data.items).toEqual([]);
  for (const { method, path, body, key, client, shown } of sent) {
    if (client !== 'owner') continue;
    const replay = await school.owner.client.send(method, path, { body, headers: { 'Idempotency-Key': key } });
    expect([path, replay.text.includes(CANARY)]).toEqual([path, false]);
    const isTheirs = shown || path.startsWith('/enrollments/');
    if (isTheirs) expect([path, replay.status, replay.body.reason]).toEqual([path, 409, 'result_erased']);
  }
});

it('makes an account anonymous that no other organization has', async () => {
  const second = await school.person('OWNER');
  const { memberId, accountId } = await school.formerMember({ name: text('only here') });
  const asked = await school.owner.client.post(`/members/${memberId}/erasures`, { reason: 'x' });
  await second.client.post(`/erasures/${String(asked.body.data.id)}/approve`);
  await work();
  const { rows } = await app.rows.query<{ email: string; name: string | null }>(
    'select email, name from accounts where id = $1',
    [accountId],
  );
  expect(rows).toEqual([{ email: expect.stringMatching(/^erased\+[0-9a-f-]{36}@erased\.invalid$/), name: null }]);
});
