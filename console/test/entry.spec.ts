import { plugIn } from './authenticator.js';
import { csvOf } from './charts.js';
import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { closeFront, openBehind } from './front.js';
import { invite, join, signInsOf } from './joining.js';
import { newMember, unique } from './school.js';

closeFront();

test('a member is invited by a link that is shown once, and the invitation is revoked', async ({ page }) => {
  const member = await newMember();
  await open(page, `/people/${member.id}`);
  const entry = page.getByRole('region', { name: 'Sign-in' });
  await expect(entry).toContainText('There is no open invitation.');
  await entry.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Good for how many hours').fill('24');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = String(await dialog.locator('code').textContent());
  expect(link).toMatch(/\/console\/join#[\w-]{32,}$/);
  await expect(dialog.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await page.content()).not.toContain(link);
  const rows = entry.getByRole('table', { name: 'Open invitations' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/invitations', { query: { memberId: member.id } });
  const hours = (Date.parse(String(data.items[0]?.expiresAt)) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);

  await rows.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(entry).toContainText('There is no open invitation.');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works');
});

test('a link whose answer was lost is said to be gone', async ({ page }) => {
  const member = await newMember();
  await openBehind(page, `/people/${member.id}`, { fault: 'answer lost', times: 1 });
  await page.getByRole('region', { name: 'Sign-in' }).getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await expect(dialog).toContainText('Its link cannot be shown again');
  await expect(dialog.locator('code')).toHaveCount(0);
});

test('the sign-ins of a member are ended, their passkeys removed for a reason', async ({ page, browser }) => {
  const theirs = await (await browser.newContext()).newPage();
  const { member } = await join(theirs);
  await open(page, `/people/${member.id}`);
  const entry = page.getByRole('region', { name: 'Sign-in' });
  const dialog = page.getByRole('dialog');
  const rows = entry.getByRole('table', { name: 'Open sign-ins' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('By an invitation');
  await expectAccessible(page);
  await expectToFit(page);
  await entry.getByRole('button', { name: 'End all sign-ins' }).click();
  await dialog.getByRole('button', { name: 'End all sign-ins' }).click();
  await expect(page.getByText('1 sign-in has ended.')).toBeVisible();
  await expect(entry).toContainText('The member is signed in nowhere.');
  await theirs.getByRole('navigation').getByRole('link', { name: 'Audit' }).click();
  await expect(theirs.getByText('Your sign-in has ended. Sign in again.')).toBeVisible();

  await entry.getByRole('button', { name: 'Remove all passkeys' }).click();
  await dialog.getByLabel('Why').fill('The laptop was stolen');
  await dialog.getByRole('button', { name: 'Remove all passkeys' }).click();
  await expect(page.getByText('1 passkey is removed, and 0 sign-ins have ended.')).toBeVisible();
  await theirs.goto(await invite(member.id));
  await expect(theirs.getByText(member.name)).toBeVisible();
  await theirs.context().close();
});

test('a promotion says which passkeys have ended', async ({ page, browser }) => {
  const member = await newMember();
  await open(page, `/people/${member.id}`, 'admin');
  await page.getByRole('region', { name: 'Sign-in' }).getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  const link = String(await dialog.locator('code').textContent());
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  const theirs = await (await browser.newContext()).newPage();
  await plugIn(theirs);
  await theirs.goto(link);
  await theirs.getByRole('button', { name: 'Create a passkey and sign in' }).click();
  await expect(theirs.getByRole('banner').getByRole('button', { name: 'Sign out' })).toBeVisible();
  await theirs.context().close();

  await open(page, `/people/${member.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Role').selectOption('ADMIN');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 passkey has ended: invite the member anew.')).toBeVisible();
  expect((await signInsOf(member.id)).map(({ status, endedBy }) => [status, endedBy])).toEqual([
    ['ended', 'promotion'],
  ]);
});

test('whoever may not invite a member is told who may', async ({ page }) => {
  const { data } = await api.get('/members', { query: { role: 'OWNER' } });
  await open(page, `/people/${String(data.items[0]?.id)}`, 'admin');
  const entry = page.getByRole('region', { name: 'Sign-in' });
  await expect(entry).toContainText('Only an owner invites owners and administrators.');
  await expect(entry.getByRole('button', { name: 'Invite' })).toHaveCount(0);
});

test('everybody of an import is invited at once, and the file of links runs nothing in a spreadsheet', async ({
  page,
}) => {
  const people = [`=1+${unique('Formula').replace(' ', '')}`, unique('Imported')].map((name) => ({
    name,
    email: `${name.replaceAll(/\W/g, '')}@example.org`,
  }));
  const csv = `email,name\n${people.map(({ email, name }) => `${email},${name}`).join('\n')}\n`;
  const { data: planned } = await api.post('/people-imports', { body: { csv } });
  const path = { peopleImportId: planned.id };
  await open(page, `/people/imports/${planned.id}`);
  await expect(page.getByRole('button', { name: 'Invite all' })).toHaveCount(0);
  await api.post('/people-imports/{peopleImportId}/commit', { path, body: { onRefusal: 'skip' } });
  await page.reload();
  await page.getByRole('button', { name: 'Invite all' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 people of this import get a link each.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Invite all' }).click();
  await expect(dialog).toContainText('Done for 2.');
  await expectAccessible(page);
  const { name: file, lines } = await csvOf(page, 'Invitations');
  expect(file).toBe('invitations.csv');
  expect(lines[0]).toBe('Name,Link');
  expect(lines[1]).toMatch(/^'=1\+.*,http:\/\/localhost:\d+\/console\/join#/);
  const link = String(lines[2]?.split(',')[1]);
  await page.goto(link);
  await expect(page.getByText(String(people[1]?.name))).toBeVisible();
});
