import { api, demo, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { newProgram, unique } from './school.js';

test('who did what to a resource, by which key, and from what to what', async ({ page }) => {
  const program = await newProgram();
  const path = { programId: program.id };
  const name = unique('Renamed');
  await api.patch('/programs/{programId}', { path, body: { name } });
  await open(page, `/programs/${program.id}`, 'admin');
  await page.getByRole('link', { name: 'History' }).click();
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1)).toContainText('program updated');
  await expect(rows.nth(1)).toContainText(`${program.name} → ${name}`);
  await expect(rows.nth(1)).toContainText('Olivia Owner');
  await expect(rows.nth(1)).toContainText('key “First key”');
  await expectAccessible(page);
  await expectToFit(page);

  await rows.nth(2).getByRole('link', { name: 'The same request' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('program published');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByLabel('Correlation id')).toHaveValue('');
});

test('a correlation id that somebody was shown leads to what happened', async ({ page }) => {
  const { correlationId } = await api.post('/programs', { body: { name: unique('Program') } });
  await open(page, '/audit');
  await page.getByLabel('Correlation id').fill(correlationId);
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('program created');
  await page.getByLabel('Correlation id').fill('no such id');
  await expect(page.getByText('No entries match.')).toBeVisible();
});

test('what one request has changed is found however much has happened since, and read when one has finished typing', async ({
  page,
}) => {
  const { data: made } = await api.post('/programs', { body: { name: unique('Program') } });
  const headers = { 'X-Correlation-Id': unique('Nightly import') };
  const response = await fetch(`${serviceUrl}/api/v1/programs/${made.id}`, {
    method: 'PATCH',
    headers: {
      ...headers,
      'x-api-key': demo.keys.owner,
      'Content-Type': 'application/json',
      'Idempotency-Key': unique('key').replace(' ', '-'),
    },
    body: JSON.stringify({ description: 'Changed' }),
  });
  expect(response.status).toBe(200);
  for (let count = 0; count < 60; count += 1) {
    await api.patch('/programs/{programId}', { path: { programId: made.id }, body: { description: String(count) } });
  }
  await open(page, '/audit');
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('correlationId')) asked.push(new URL(request.url()).search);
  });
  await page.getByLabel('Correlation id').pressSequentially(headers['X-Correlation-Id'], { delay: 20 });
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('program updated');
  expect(asked).toHaveLength(1);
});

test('actions, resources and people are chosen, not typed', async ({ page }) => {
  const program = await newProgram();
  await open(page, `/audit?targetId=${program.id}`);
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByRole('combobox', { name: 'Action' }).fill('program pub');
  await page.getByRole('option', { name: 'program published' }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('combobox', { name: 'By' }).fill('Adam');
  await page.getByRole('option', { name: /^Adam Admin/ }).click();
  await expect(page.getByText('No entries match.')).toBeVisible();
  await expect(page).toHaveURL(/action=program.published.*actorId=/);
  await expectAccessible(page);
});

test('a filter that is not valid is refused with the reason', async ({ page }) => {
  await open(page, '/audit?targetId=12');
  await expect(page.getByRole('alert')).toContainText('target id');
});

test('who may not read the audit is told why', async ({ page }) => {
  await open(page, '/audit', 'director');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});
