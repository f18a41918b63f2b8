import { ApiError, DeliveryClient } from '@delivery-service/client';
import { api, choose, demo, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { newMember, newPerson, unique } from './school.js';
import { newProspect } from './seller.js';

test('members are found by their names, and the address keeps what was looked for', async ({ page }) => {
  const member = await newMember();
  await open(page, '/people');
  await page.getByLabel('Name').fill(member.name);
  const rows = page.getByRole('table', { name: 'People' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await expectToFit(page);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await page.getByLabel('Role').selectOption('OWNER');
  await expect(page.getByText('No members match.')).toBeVisible();
});

test('a member is added, promoted and detached; an address that is taken is refused at its field', async ({ page }) => {
  const name = unique('Newcomer');
  await open(page, '/people');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Add a member' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('E-mail address').fill('olivia.owner@school.example');
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Refused: nothing was changed');
  await dialog.getByLabel('E-mail address').fill(`${name.replaceAll(' ', '.')}@example.org`);
  await dialog.getByRole('button', { name: 'Add a member' }).click();
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Role').selectOption('ADMIN');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('administrator', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Detach' }).click();
  await expect(dialog).toContainText('their keys stop at once');
  await dialog.getByRole('button', { name: 'Detach' }).click();
  await expect(page.getByText('detached', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});

test('a key is shown once, works, and is refused after it was revoked', async ({ page }) => {
  const member = await newMember();
  await open(page, `/people/${member.id}`);
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What it is for').fill('Portal');
  await dialog.getByLabel('read').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  await expect(dialog).toContainText('it is not shown again');
  const key = String(await dialog.locator('code').textContent());
  const client = new DeliveryClient({ url: serviceUrl, apiKey: key });
  expect((await client.get('/me')).data.member.id).toBe(member.id);
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  expect(await page.content()).not.toContain(key);
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, location.href]));
  expect(kept).not.toContain(key);

  const row = page.getByRole('row', { name: /Portal/ });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('revoked');
  await expect(client.get('/me')).rejects.toThrow(ApiError);
});

test('a responsibility is assigned, and ended', async ({ page }) => {
  const { cohort } = await newPerson();
  const member = await newMember();
  await open(page, `/people/${member.id}`);
  await page.getByRole('button', { name: 'Assign a responsibility' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Assign a responsibility' }).click();
  // Nothing is chosen before somebody has chosen it.
  await expect(dialog).toContainText('Enter a value.');
  await dialog.getByLabel('Responsibility').selectOption('coach of one cohort');
  await choose(page, 'Cohort', cohort.name);
  await dialog.getByRole('button', { name: 'Assign a responsibility' }).click();
  const held = page.getByRole('region', { name: 'Responsibilities' });
  await expect(held.getByRole('link', { name: cohort.name })).toBeVisible();
  await held.getByRole('button', { name: 'End' }).click();
  await dialog.getByRole('button', { name: 'End' }).click();
  await expect(held.getByRole('button', { name: 'End' })).toHaveCount(0);
});

test('responsibilities for several people are told apart, and each is assigned and ended by the name', async ({
  page,
}) => {
  const [one, other] = [await newPerson(), await newPerson()];
  const member = await newMember();
  const held = page.getByRole('region', { name: 'Responsibilities' });
  const dialog = page.getByRole('dialog');
  await open(page, `/people/${member.id}`);
  for (const { member: person, cohort } of [one, other]) {
    await page.getByRole('button', { name: 'Assign a responsibility' }).click();
    await dialog.getByLabel('Responsibility').selectOption('coach of one person');
    // Fields of what else could be covered are not there.
    await expect(dialog.getByLabel('Program')).toHaveCount(0);
    await choose(page, 'Enrolled person', person.name, `${person.name} · ${cohort.name}`);
    await dialog.getByRole('button', { name: 'Assign a responsibility' }).click();
    await expect(held.getByRole('link', { name: `${person.name} in ${cohort.name}` })).toBeVisible();
  }
  await expectAccessible(page);
  await expectToFit(page);
  await held.getByRole('button', { name: `End coach for ${one.member.name} in ${one.cohort.name}` }).click();
  await expect(dialog).toContainText(one.member.name);
  await dialog.getByRole('button', { name: 'End' }).click();
  await expect(held.getByRole('button', { name: /^End/ })).toHaveCount(1);
  const { data } = await api.get('/responsibilities', { query: { memberId: member.id } });
  expect(data.items.find(({ endedAt }) => endedAt === null)).toMatchObject({ enrollmentId: other.enrollmentId });
});

test('work is counted, then handed over, with the open prospects or without', async ({ page }) => {
  const { cohort } = await newPerson();
  const [leaver, successor] = [await newMember(unique('Leaver')), await newMember(unique('Successor'))];
  const body = { memberId: leaver.id, role: 'coach', scope: 'cohort', cohortId: cohort.id } as const;
  await api.post('/responsibilities', { body });
  const sells = { memberId: leaver.id, role: 'closer', scope: 'organization' } as const;
  await api.post('/responsibilities', { body: sells });
  const prospect = await newProspect({ assignTo: leaver.id });
  const closer = async () => {
    const path = { prospectId: prospect.id };
    return (await api.get('/prospects/{prospectId}', { path })).data.closerMemberId;
  };
  await open(page, `/people/${leaver.id}`);
  await page.getByRole('button', { name: 'Hand over work' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('To hand over: 2 responsibilities and 0 planned interventions');
  await expect(dialog).toContainText('There is 1 open prospect.');
  await choose(page, 'Successor', successor.name, new RegExp(successor.name));
  await dialog.getByLabel('Open prospects, too').uncheck();
  await dialog.getByRole('button', { name: 'Hand over work' }).click();
  await expect(dialog).toContainText('Handed over: 2 responsibilities and 0 interventions.');
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  const { data } = await api.get('/responsibilities', { query: { memberId: successor.id } });
  expect(data.items.map(({ role, endedAt }) => [role, endedAt]).sort()).toEqual([
    ['closer', null],
    ['coach', null],
  ]);
  expect(data.items).toContainEqual(expect.objectContaining({ role: 'coach', cohortId: cohort.id }));
  expect(await closer()).toBe(leaver.id);
  await page.getByRole('button', { name: 'Hand over work' }).click();
  await choose(page, 'Successor', successor.name, new RegExp(successor.name));
  await dialog.getByRole('button', { name: 'Hand over work' }).click();
  await expect(dialog).toContainText('Prospects: 1 handed over, 0 kept.');
  expect(await closer()).toBe(successor.id);
});

test('people are imported: the plan is read row by row before it is committed', async ({ page }) => {
  test.slow();
  const { cohort } = await newPerson();
  const name = unique('Imported');
  const address = `${name.replaceAll(' ', '.').toLowerCase()}@example.org`;
  await open(page, '/people');
  await page.getByRole('button', { name: 'Import people' }).click();
  const dialog = page.getByRole('dialog');
  const file = dialog.locator('input[type=file]');
  const latin = Buffer.from('email,name\nren\u00e9@example.org,Ren\u00e9\n', 'latin1');
  await file.setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: latin });
  await expect(dialog).toContainText('The file is not text in UTF-8.');
  await expectAccessible(page);
  const csv = `email,name\n${address},${name}\nnot an address,Nobody\n`;
  await file.setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  });
  await choose(page, 'Cohort of rows that name none', cohort.name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Import people' }).click();
  const plan = page.getByRole('table', { name: 'Plan, row by row' });
  await expect(plan.getByRole('row', { name })).toContainText('new member, enrolled');
  await expect(plan.getByRole('row', { name: 'Nobody' })).toContainText('refused');
  expect((await api.get('/members', { query: { email: address } })).data.items).toEqual([]);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Refused' }).click();
  await expect(plan.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Commit' }).click();
  await dialog.getByRole('button', { name: 'Commit' }).click();
  await expect(page.getByText('committed', { exact: true })).toBeVisible();
  const { data } = await api.get('/members', { query: { email: address } });
  expect(data.items).toMatchObject([{ name }]);
});

test('only an OWNER changes an OWNER: an administrator is not offered it', async ({ page }) => {
  const { data } = await api.get('/members', { query: { role: 'OWNER' } });
  await open(page, `/people/${String(data.items[0]?.id)}`, 'admin');
  await expect(page.getByRole('region', { name: 'API keys' })).toBeVisible();
  for (const name of ['Edit', 'Detach', 'Create a key']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  }
});

test('who may not list members is told why', async ({ page }) => {
  await open(page, `/people/${demo.programId}`, 'coach');
  await expect(page.getByRole('alert')).toBeVisible();
});
