import { api, expect, later, open, test } from './console.js';
import { newcomer, newCohort, newMember, newPerson, newTask, unique } from './school.js';

const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** A live session of a cohort that has begun. */
async function begunSession(cohortId: string) {
  const body = { title: unique('Begun'), startsAt: at(-30), endsAt: at(30), timezone: 'UTC', cohortIds: [cohortId] };
  return (await api.post('/live-sessions', { body })).data;
}

test('attendance that a colleague corrects meanwhile is not recorded anew', async ({ page }) => {
  const cohort = await newCohort();
  const people: { id: string; name: string }[] = [];
  for (const member of [await newMember(), await newMember()]) {
    const body = { memberId: member.id, status: 'active' as const };
    const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
    people.push({ id: data.id, name: member.name });
  }
  const [one, other] = people as [(typeof people)[0], (typeof people)[0]];
  const session = await begunSession(cohort.id);
  const path = { liveSessionId: session.id };
  const record = (status: 'absent' | 'excused') =>
    api.put('/live-sessions/{liveSessionId}/attendance', {
      path,
      body: { entries: [{ enrollmentId: one.id, status }] },
    });
  await record('absent');
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('row', { name: session.title }).getByRole('button', { name: 'Record attendance' }).click();
  const dialog = page.getByRole('dialog');
  const mark = (name: string, status: string) =>
    dialog.getByRole('group', { name }).getByRole('radio', { name: status, exact: true });
  await expect(mark(one.name, 'absent')).toBeChecked();
  await record('excused');
  await mark(other.name, 'present').check();
  await dialog.getByRole('button', { name: 'Record attendance' }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await api.get('/live-sessions/{liveSessionId}', { path });
  const recorded = Object.fromEntries(data.attendance.map(({ enrollmentId, status }) => [enrollmentId, status]));
  expect(recorded).toEqual({ [one.id]: 'excused', [other.id]: 'present' });
});

test('phases that a colleague adds and renames meanwhile stay', async ({ page }) => {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  const [first, second] = cohort.phases.map(({ id }) => id);
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('button', { name: 'Edit the phases' }).click();
  const dialog = page.getByRole('dialog');
  const phases = [
    { id: String(first), name: 'First', position: 1 },
    { id: String(second), name: 'Practice', position: 2 },
    { name: 'Review', position: 3 },
  ];
  await api.patch('/cohorts/{cohortId}', { path, body: { phases } });
  await dialog.getByLabel('Phase 1').fill('Beginning');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.phases').getByRole('listitem')).toHaveText(['Beginning', 'Practice', 'Review']);
  await page.getByRole('button', { name: 'Edit the phases' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed yet.');
});

test('phases that cannot be read are not changed, and can be read again', async ({ page }) => {
  await page.clock.install();
  const cohort = await newCohort();
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.route(`**/api/v1/cohorts/${cohort.id}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Edit the phases' }).click();
  const dialog = page.getByRole('dialog');
  await later(page, (limit) => expect(dialog.getByRole('alert')).toContainText('The service did not answer', limit));
  await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.unroute(`**/api/v1/cohorts/${cohort.id}`);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Phase 1').fill('Beginning');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.phases').getByRole('listitem').first()).toContainText('Beginning');
});

test('an instant is entered once the zone of its cohort is known', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { data: me } = await api.get('/me');
  const title = unique('Call');
  await api.post('/enrollments/{enrollmentId}/interventions', {
    path: { enrollmentId },
    body: {
      ...{ reason: 'other', title, channel: 'call', expectedOutcome: 'None', dueAt: '2099-01-01T10:00:00Z' },
      ownerUserId: me.member.accountId,
    },
  });
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/cohorts?*', async (route) => {
    await asked;
    await route.continue();
  });
  await open(page, '/work');
  await page.getByRole('switch', { name: 'Include those not due yet' }).check();
  const change = page.getByRole('row', { name: title }).getByRole('button', { name: 'Edit' });
  await expect(change).toBeDisabled();
  answer();
  await change.click();
  // The browser is in New York, the cohort in Lisbon.
  await expect(page.getByRole('dialog').getByLabel('Due')).toHaveValue('2099-01-01T10:00');
});

test('a reviewer is not offered attendance, which only staff may record', async ({ page }) => {
  const cohort = await newCohort();
  const session = await begunSession(cohort.id);
  const { key } = await newcomer('MEMBER', { role: 'reviewer', scope: 'cohort', cohortId: cohort.id });
  await open(page, `/programs/cohorts/${cohort.id}`, { key });
  await expect(page.getByRole('row', { name: session.title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Record attendance' })).toHaveCount(0);
});

test('an address with a user part and unseen characters is shown and followed as the host that it leads to', async ({
  page,
}) => {
  const { enrollmentId } = await newPerson();
  const { deliverableId } = await newTask(enrollmentId);
  const body = { kind: 'link' as const, url: 'https://work.example/mine' };
  await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  // As it was stored before the service refused such addresses.
  await page.route(`**/api/v1/deliverables/${deliverableId}/submissions*`, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replace(body.url, 'https://bank.example@evil.example/\u202egpj.exe');
    await route.fulfill({ response, body: text });
  });
  await open(page, `/enrollments/${enrollmentId}?part=tasks`);
  await page.getByRole('button', { name: 'Deliverables and submissions' }).click();
  const link = page.locator('.submission').getByRole('link');
  await expect(link).toHaveText('https://evil.example/%E2%80%AEgpj.exe');
  await expect(link).toHaveAttribute('href', 'https://evil.example/%E2%80%AEgpj.exe');
});
