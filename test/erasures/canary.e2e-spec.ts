import { afterEach, expect, it } from '@jest/globals';
import { v7 as uuidv7 } from 'uuid';
import { JobWorker } from '#kernel/jobs';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const { app, school } = useSchool({ settings: { ERASURE_DELAY_DAYS: 0 } });
const CANARY = 'zqxcanary';
const text = (where: string): string => `${CANARY} ${where}`;

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

interface Sent {
  path: string;
  body: object;
  key: string;
  client: 'owner' | 'learner';
}

/** A person with the canary in every text about them; returns the writes, for their replays. */
async function live(cohortId: string) {
  const sent: Sent[] = [];
  const added = await school.owner.client.post('/members', {
    ...{ email: `${CANARY}@example.com`, name: text('name'), externalId: text('external'), role: 'MEMBER' },
  });
  const { id: memberId, accountId } = added.body.data as { id: string; accountId: string };
  const { client: learner } = await school.key(memberId, accountId);
  const send = async (path: string, body: object = {}, client: 'owner' | 'learner' = 'owner', method = 'POST') => {
    const key = uuidv7();
    const from = client === 'owner' ? school.owner.client : learner;
    const headers = { 'Idempotency-Key': key };
    const response = await from.send(method as 'POST', path, { body, headers });
    expect([path, response.status < 300 ? 'done' : response.text]).toEqual([path, 'done']);
    sent.push({ path, body, key, client });
    return response.body.data as { id: string };
  };
  const { id } = await send(`/cohorts/${cohortId}/enrollments`, { memberId, status: 'active' });
  const own = (path: string, body: object) => send(`/enrollments/${id}/${path}`, body);
  await own('notes', { body: text('note') });
  const blocker = await own('blockers', { title: text('blocker'), urgency: 'normal' });
  await send(`/blockers/${blocker.id}`, { title: text('blocker again') }, 'owner', 'PATCH');
  await send(`/blockers/${blocker.id}/resolve`, { resolution: text('resolution') });
  await own('coaching-sessions', {
    heldAt: new Date().toISOString(),
    title: text('session'),
    summary: text('summary'),
  });
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const intervention = await own('interventions', {
    ...{ reason: 'late', title: text('title'), channel: 'call', ownerUserId: school.owner.accountId },
    ...{ dueAt: inAnHour, expectedOutcome: text('expected') },
  });
  await send(`/interventions/${intervention.id}/close`, { status: 'completed', outcome: text('outcome') });
  const task = await own('tasks', { title: text('task'), description: text('description'), dueAt: inAnHour });
  await own('deadline-extensions', { scope: 'all', days: 2, reason: text('extension') });
  const expected = {
    ...{ title: text('deliverable'), expectations: text('expectations'), criteria: text('criteria') },
    ...{ acceptedFormats: [{ kind: 'link', mimeTypes: [] }], expectedReviewerRole: 'coach' },
  };
  const deliverable = await send(`/member-tasks/${task.id}/deliverables`, expected);
  await send(`/member-tasks/${task.id}/publish`);
  const handedIn = { kind: 'link', url: `https://example.com/${CANARY}`, note: text('submission') };
  const submission = await send(`/deliverables/${deliverable.id}/submissions`, handedIn, 'learner');
  await send(`/submissions/${submission.id}/reviews`, { verdict: 'changes_requested', comment: text('comment') });
  await send(`/deliverables/${deliverable.id}/archive`, { reason: text('archived') });
  const { programId } = (await school.owner.client.get(`/cohorts/${cohortId}`)).body.data as { programId: string };
  const milestoneId = await school.milestone({ program_id: programId });
  const reach = await own('milestones', { milestoneId, note: text('milestone') });
  await send(`/milestone-reaches/${reach.id}/revoke`, { reason: text('revoked') });
  const asked = await send('/me/video-questions', { enrollmentId: id, body: text('question') }, 'learner');
  await send(`/video-questions/${asked.id}/answer`, { text: text('answer') });
  const declined = await send('/me/video-questions', { enrollmentId: id, body: text('question') }, 'learner');
  await send(`/video-questions/${declined.id}/decline`, { reason: text('declined') });
  await send(
    '/me/media',
    {
      ...{ kind: 'file', title: text('media'), mimeType: 'application/pdf', url: `https://example.com/${CANARY}.pdf` },
    },
    'learner',
  );
  await school.outcomeEntry(id, await school.outcomeMeasure({ program_id: programId }), { note: text('reading') });
  await school.peopleImport([
    { name: text('row'), email: `${CANARY}@example.com`, ref: text('ref'), member_id: memberId },
  ]);
  await own('pause', { reason: text('pause') });
  await own('resume', {});
  await own('close', { result: 'withdrawn', reason: text('closed') });
  const exported = await send('/exports', { kind: 'person', format: 'jsonl', memberId });
  await work();
  return { sent, memberId, accountId, enrollmentId: id, exportId: exported.id };
}

it('leaves the person’s texts nowhere: not in the database, exports, replays or the log; counts stay, and other organizations', async () => {
  const second = await school.person('OWNER');
  const other = await School.open(app);
  const cohortId = await school.cohort();
  const others = await school.enrollment({ cohort_id: cohortId });
  await school.note(others, { body: 'About another person' });
  const kept = await school.export({}, `id\r\n${others}\r\n`);
  const { sent, memberId, accountId, exportId } = await live(cohortId);
  await other.insert('members', {
    ...{ account_id: accountId, name: 'Known elsewhere', role: 'MEMBER', status: 'active', created_at: app.now() },
  });
  await school.owner.client.delete(`/members/${memberId}`);
  const cockpit = async () => {
    const { data } = (await school.owner.client.get(`/cohorts/${cohortId}/cockpit`)).body;
    return JSON.stringify(data).replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '""');
  };
  const running = await school.export({ kind: 'interventions', status: 'running', sha256: null }, text('half a file'));
  expect((await found()).length).toBeGreaterThan(20);
  const [before, elsewhere] = [await cockpit(), await other.digest()];

  const asked = await school.owner.client.post(`/members/${memberId}/erasures`, { reason: text('reason') });
  const erasureId = asked.body.data.id as string;
  expect((await second.client.post(`/erasures/${erasureId}/approve`)).status).toBe(200);
  await work();
  expect((await school.owner.client.get(`/erasures/${erasureId}`)).body.data.status).toBe('carried_out');

  // The account is another organization's, too: it keeps its address there.
  expect(await found()).toEqual(['accounts']);
  const { rows } = await app.rows.query<{ email: string }>('select email from accounts where id = $1', [accountId]);
  expect(rows).toEqual([{ email: `${CANARY}@example.com` }]);
  expect(await other.digest()).toBe(elsewhere);
  expect(await cockpit()).toBe(before);
  expect(app.logged()).not.toContain(CANARY);
  expect((await school.owner.client.get(`/exports/${exportId}`)).body.data.status).toBe('expired');
  expect((await school.owner.client.get(`/exports/${running}`)).body.data.status).toBe('ready');
  expect((await school.owner.client.get(`/exports/${kept}`)).body.data.status).toBe('ready');
  expect((await school.owner.client.get(`/members?q=${CANARY}`)).body.data.items).toEqual([]);
  for (const { path, body, key, client } of sent.filter(
    (one) => one.client === 'owner' && !one.path.startsWith('/exports'),
  )) {
    if (path.endsWith('again')) continue;
    const headers = { 'Idempotency-Key': key };
    const method = path.startsWith('/blockers/') && 'title' in body ? 'PATCH' : 'POST';
    const replay = await school.owner.client.send(method, path, { body, headers });
    expect([path, client, replay.status, replay.body.reason]).toEqual([path, client, 409, 'result_erased']);
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
