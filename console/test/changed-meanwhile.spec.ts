import type { Page } from '@playwright/test';
import { api, expect, expectAccessible, open, test } from './console.js';
import { newProgram, unique } from './school.js';

/** The dialog of a change of a program that exists, on its page. */
async function editing(page: Page) {
  const program = await newProgram();
  const path = { programId: program.id };
  await open(page, `/programs/${program.id}`);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toHaveValue(program.name);
  const change = (body: { name?: string; description?: string }) => api.patch('/programs/{programId}', { path, body });
  const stored = async () => (await api.get('/programs/{programId}', { path })).data;
  return { program, dialog, change, stored, save: dialog.getByRole('button', { name: 'Save', exact: true }) };
}

test('a dialog begins with the resource as it is, not as the page has read it', async ({ page }) => {
  const { id } = await newProgram();
  await open(page, `/programs/${id}`);
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible();
  const name = unique('Renamed');
  await api.patch('/programs/{programId}', { path: { programId: id }, body: { name } });
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue(name);
});

test('a field that two people change is asked about: nothing is overwritten unseen', async ({ page }) => {
  const { dialog, change, stored, save } = await editing(page);
  await dialog.getByLabel('Name').fill('Mine');
  await change({ name: 'Theirs' });
  await save.click();
  await expect(dialog.getByRole('alert')).toContainText('Somebody else changed this meanwhile');
  await expect(dialog.getByRole('row', { name: 'Name' })).toContainText('Theirs');
  await expect(dialog.getByRole('row', { name: 'Name' })).toContainText('Mine');
  await expectAccessible(page);
  expect((await stored()).name).toBe('Theirs');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect((await stored()).name).toBe('Mine');
});

test('their value is taken where it is right', async ({ page }) => {
  const { dialog, change, stored, save } = await editing(page);
  await dialog.getByLabel('Name').fill('Mine');
  await dialog.getByLabel('Description').fill('A description of mine.');
  await change({ name: 'Theirs' });
  await save.click();
  await dialog.getByRole('button', { name: 'Take theirs: Name' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Theirs');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject({ name: 'Theirs', description: 'A description of mine.' });
});

test('different fields of two people are both kept, without a question', async ({ page }) => {
  const { dialog, change, stored, save } = await editing(page);
  await dialog.getByLabel('Description').fill('A description of mine.');
  await change({ name: 'Theirs' });
  await save.click();
  await expect(dialog).toBeHidden();
  expect(await stored()).toMatchObject({ name: 'Theirs', description: 'A description of mine.' });
});
