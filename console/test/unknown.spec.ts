import type { Page } from '@playwright/test';
import { api, demo, expect, expectAccessible, test } from './console.js';
import { closeFront, openBehind } from './front.js';
import { newCohort, newMember, newPerson, newTask, unique } from './school.js';

closeFront();

/** Two people in a cohort of their own, who are late with a task. */
async function twoLate() {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  const people: { name: string; enrollmentId: string }[] = [];
  for (const member of [await newMember(), await newMember()]) {
    const body = { memberId: member.id, status: 'active' as const };
    const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path, body });
    await newTask(data.id, '2026-02-01T10:00:00Z');
    people.push({ name: member.name, enrollmentId: data.id });
  }
  return { path: `/cohorts/${cohort.id}?signal=all`, people };
}

async function extensionsOf({ enrollmentId }: { enrollmentId: string }): Promise<number> {
  const { data } = await api.get('/enrollments/{enrollmentId}/deadline-extensions', { path: { enrollmentId } });
  return data.items.length;
}

test('deadlines sent again after the selection changed are extended once for each of those first selected', async ({
  page,
}) => {
  const { path, people } = await twoLate();
  const { heal } = await openBehind(page, path, { fault: 'answer lost' });
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Extend deadlines' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Extend deadlines' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel(`Select ${String(people[0]?.name)}`).uncheck();
  await page.getByRole('button', { name: 'Extend deadlines' }).click();
  await expect(dialog.getByLabel('Why')).toHaveValue('Illness');
  await expect(dialog).toContainText(String(people[0]?.name));
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('Done for 2.');
  expect(await Promise.all(people.map(extensionsOf))).toEqual([1, 1]);
});

test('interventions that never arrived are planned for those first selected', async ({ page }) => {
  const { path, people } = await twoLate();
  const { heal } = await openBehind(page, path, { fault: 'request lost' });
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Call');
  await dialog.getByLabel('Due').fill('2099-01-15T10:00');
  await dialog.getByLabel('Expected outcome').fill('A date');
  await dialog.getByRole('button', { name: 'Plan an intervention' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByLabel(`Select ${String(people[0]?.name)}`).uncheck();
  await page.getByRole('button', { name: 'Show and send again' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('Call');
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog).toContainText('Done for 2.');
  for (const { enrollmentId } of people) {
    const { data } = await api.get('/enrollments/{enrollmentId}/interventions', { path: { enrollmentId } });
    expect(data.items).toHaveLength(1);
  }
});

test('an unknown outcome is said on every page, until it is known', async ({ page }) => {
  const name = unique('Program');
  const { heal, keys, banner: pending } = await lostProgram(page, name);
  const dialog = page.getByRole('dialog');
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await expect(pending).toContainText('The outcome of “Create a program” is not known.');
  await expectAccessible(page);
  await pending.getByRole('button', { name: 'Show and send again' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(pending).toHaveCount(0);
  expect(new Set(keys).size).toBe(1);
});

test('a dialog with an unknown outcome stays where its button is no longer on the page', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const { data: me } = await api.get('/me');
  const body = { reason: 'late', channel: 'call', title: 'Call', expectedOutcome: 'A date' } as const;
  await api.post('/enrollments/{enrollmentId}/interventions', {
    path: { enrollmentId },
    body: { ...body, ownerUserId: me.member.accountId, dueAt: '2099-01-01T10:00:00Z' },
  });
  const { heal } = await openBehind(page, `/enrollments/${enrollmentId}?part=interventions`, { fault: 'answer lost' });
  await page
    .getByRole('row', { name: /Call/ })
    .getByRole('button', { name: /^Close intervention Call/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Outcome' }).fill('Reached');
  await dialog.getByRole('button', { name: 'Close the intervention' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  // As when one comes back to the tab: the list is read again, and has no action for what is closed.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('completed', { exact: true }).first()).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Outcome' })).toHaveValue('Reached');
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('It had been carried out by the first attempt')).toBeVisible();
});

test('the secret of a webhook that is shown again is the one that was sent', async ({ page }) => {
  const { heal } = await openBehind(page, '/webhooks', { fault: 'request lost' });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push((request.postDataJSON() as { secret: string }).secret);
  });
  await page.getByRole('button', { name: 'Create a subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(unique('Webhook'));
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/');
  await dialog.locator('button[type=submit]').click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await page.getByRole('button', { name: 'Show and send again' }).click();
  await expect(dialog.getByLabel('Signing secret')).toHaveValue(String(sent[0]));
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(new Set(sent).size).toBe(1);
});

test('signing out asks where an outcome is unknown', async ({ page }) => {
  await openBehind(page, '/programs', { fault: 'request lost' });
  await page.getByRole('button', { name: 'Create a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(unique('Program'));
  await dialog.getByRole('button', { name: 'Create a program' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const asked: string[] = [];
  page.once('dialog', (question) => {
    asked.push(question.message());
    void question.dismiss();
  });
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('region', { name: 'Writes whose outcome is not known' })).toBeVisible();
  expect(asked.join()).toContain('“Create a program”');
  page.once('dialog', (question) => void question.accept());
  await page.getByRole('banner').getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('alert')).toContainText('The outcome of “Create a program” is not known');
});

test('where the key is no longer accepted, the sign-in names what may have been carried out', async ({ page }) => {
  const { data: me } = await api.get('/me');
  const { data: made } = await api.post('/api-keys', { body: { memberId: me.member.id, name: 'For a while' } });
  await openBehind(page, '/programs', { fault: 'request lost', key: String(made.key) });
  await page.getByRole('button', { name: 'Create a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(unique('Program'));
  await dialog.getByRole('button', { name: 'Create a program' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await api.post('/api-keys/{apiKeyId}/revoke', { path: { apiKeyId: made.id } });
  await page.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await expect(page.getByLabel('API key')).toBeVisible();
  await expect(page.getByText('The service no longer accepts your key.')).toBeVisible();
  await expect(page.getByText('The outcome of “Create a program” is not known')).toBeVisible();
});

/** A program whose creation was lost, with the banner that says so. */
async function lostProgram(page: Page, name: string) {
  const front = await openBehind(page, '/programs', { fault: 'request lost' });
  await page.getByRole('button', { name: 'Create a program' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create a program' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  return { ...front, banner: page.getByRole('region', { name: 'Writes whose outcome is not known' }) };
}

test('a write whose outcome is unknown is not begun a second time on another visit of its page', async ({ page }) => {
  const name = unique('Program');
  const { heal, keys } = await lostProgram(page, name);
  const screens = page.getByRole('navigation').getByRole('link');
  await screens.filter({ hasText: 'Audit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Audit' })).toBeVisible();
  await screens.filter({ hasText: 'Programs' }).click();
  await page.getByRole('button', { name: 'Create a program' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  heal();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(new Set(keys).size).toBe(1);
});

test('an unknown outcome of one lesson does not answer for another lesson', async ({ page }) => {
  const { data } = await api.get('/cohorts/{cohortId}/progress', { path: { cohortId: demo.cohortId } });
  const enrollmentId = String(data.items.find(({ coursesCompleted }) => coursesCompleted === 0)?.enrollmentId);
  await openBehind(page, `/enrollments/${enrollmentId}?part=progress`, { fault: 'request lost' });
  await page
    .getByRole('button', { name: /^Lessons of / })
    .first()
    .click();
  const complete = page.getByRole('table', { name: /^Lessons of / }).getByRole('button', { name: 'Complete' });
  await complete.first().click();
  const dialog = page.getByRole('dialog');
  const first = await dialog.locator('form').getAttribute('aria-describedby');
  const about = await page.locator(`[id="${String(first)}"]`).textContent();
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await complete.nth(1).click();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await expect(dialog).not.toContainText(String(about));
});

test('once an unknown write is forgotten, the focus is on the heading of the page', async ({ page }) => {
  const { banner } = await lostProgram(page, unique('Program'));
  await banner.getByRole('button', { name: 'Forget it' }).focus();
  await page.keyboard.press('Enter');
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Programs' })).toBeFocused();
});

test('messages and the banner of unknown writes cover neither', async ({ page }) => {
  const { heal, banner } = await lostProgram(page, unique('Program'));
  heal();
  await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await page.getByRole('button', { name: 'Add a member' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Member');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('E-mail address').fill(`${name.replaceAll(' ', '.')}@example.org`);
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  const message = page.getByRole('status').filter({ hasText: 'The member is added.' });
  await expect(message).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await message.boundingBox(), await banner.boundingBox()];
      return above !== null && below !== null && above.y + above.height <= below.y;
    })
    .toBe(true);
  await banner.getByRole('button', { name: 'Show and send again' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The outcome is not known');
});
