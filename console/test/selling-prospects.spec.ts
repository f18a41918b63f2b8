import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCloser, newProspect } from './seller.js';
import { unique } from './school.js';

test('a prospect is created, assigned, changed, closed and erased by an administrator', async ({ page }) => {
  const [closer, other] = [await newCloser(), await newCloser()];
  const name = unique('Buyer');
  const email = `${name.toLowerCase().replace(' ', '.')}@buyers.example`;
  await open(page, '/prospects');
  await page.getByRole('button', { name: 'Create a prospect' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(email);
  await dialog.getByLabel('Where they come from').fill('Webinar');
  await dialog.getByLabel('Assign to').selectOption(closer.member.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a prospect' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText('Nothing was proposed yet.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: closer.member.name })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  await dialog.getByLabel('Assign to').selectOption(other.member.name);
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click();
  await expect(page.getByText(`${other.member.name} has it now.`)).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog.getByLabel('Telephone').fill('+33 1 23 45');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('+33 1 23 45')).toBeVisible();

  // The list finds them by the whole address, and by who has them.
  await page.getByRole('link', { name: 'Prospects' }).first().click();
  await page.getByLabel('Words of the name').fill(email);
  const rows = page.getByRole('table', { name: 'Prospects' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Status').selectOption('lost');
  await expect(page.getByText('No prospect is like that.')).toBeVisible();
  await page.getByLabel('Status').selectOption('open');
  await expect(rows.nth(1)).toContainText(other.member.name);
  await expectAccessible(page);
  await expectToFit(page);
  await rows.getByRole('link', { name }).click();

  await page.getByRole('button', { name: 'Close as lost' }).click();
  await dialog.getByLabel('Why they do not buy').selectOption('the time');
  await dialog.getByRole('button', { name: 'Close as lost' }).click();
  await expect(page.getByText('lost', { exact: true })).toBeVisible();
  const { data } = await api.get('/prospects', { query: { email } });
  const prospectId = String(data.items[0]?.id);
  expect(data.items).toMatchObject([
    {
      name,
      phone: '+33 1 23 45',
      source: 'Webinar',
      status: 'lost',
      lostReason: 'timing',
      closerMemberId: other.member.id,
    },
  ]);
  await page.getByRole('button', { name: 'Erase' }).click();
  await dialog.getByLabel('Why').fill('Asked for it');
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await expect(page.getByText('This person was erased.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  const { data: erased } = await api.get('/prospects/{prospectId}', { path: { prospectId } });
  expect(erased).toMatchObject({ email: null, phone: null, source: null });
});

test('a closer sees their own prospects and what is next, and nothing of the school', async ({ page }) => {
  const [closer, other] = [await newCloser(), await newCloser()];
  const own = await newProspect({ assignTo: closer.member.id });
  const others = await newProspect({ assignTo: other.member.id });
  await open(page, '/', closer);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sales queue');
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await expect(links).toHaveText(['Sales queue', 'Prospects', 'Sales', 'Offers', 'Closers']);
  const row = page.getByRole('table', { name: 'Sales queue' }).getByRole('row', { name: own.name });
  await expect(row).toContainText('Plan the next step');
  await expect(page.getByText(others.name)).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  await row.getByRole('link', { name: own.name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(own.name);
  for (const name of ['Assign', 'Erase']) await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Where they come from').fill('A friend');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('A friend')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.goto(`/console/prospects/${others.id}`);
  await expect(page.getByRole('alert')).toContainText('Not found, or not yours to see');
  await page.goto('/console/people');
  await expect(page.getByRole('alert').first()).toContainText('Your role does not allow this');
  // One of one program creates prospects of it, without choosing.
  const { data: program } = await api.post('/programs', { body: { name: unique('Program') } });
  const ofProgram = await newCloser(program.id);
  await open(page, '/prospects', ofProgram);
  await page.getByRole('button', { name: 'Create a prospect' }).click();
  const name = unique('Their own');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Address').fill(`${name.replaceAll(' ', '.')}@buyers.example`);
  await dialog.getByRole('button', { name: 'Create a prospect' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const { data } = await ofProgram.client.get('/prospects', {});
  expect(data.items).toMatchObject([{ name, programId: program.id, closerMemberId: ofProgram.member.id }]);
});
