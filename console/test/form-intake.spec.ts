import { randomBytes } from 'node:crypto';
import { newForm, QUESTIONS } from './assigned-forms.js';
import { api, choose, expect, expectAccessible, expectToFit, later, open, test } from './console.js';
import { newcomer, newPerson, unique } from './school.js';

const ASKED = QUESTIONS.filter(({ key }) => key !== 'agreed');

/** Answers as whoever has the address, with nothing but that. */
function send(url: string, answers: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomBytes(18).toString('base64url') };
  return fetch(`${url}/responses`, { method: 'POST', headers, body: JSON.stringify({ answers }) });
}

test('an intake link is created, answered by a stranger at its address, and closed', async ({ page, context }) => {
  await page.clock.install();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const form = await newForm(ASKED);
  await open(page, `/form-assignments?formId=${form.id}`, 'director');
  await page.getByRole('link', { name: 'Intake links' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Intake links: ${form.name}` })).toBeVisible();
  await expect(page.getByText('The form has no intake links')).toBeVisible();
  await page.getByRole('button', { name: 'Create an intake link' }).click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create an intake link' });
  const most = dialog.getByLabel('Responses at most');
  await dialog.getByLabel('Name').fill('Open evening');
  await most.fill('0');
  await create.click();
  await expect(most).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await most.fill('2');
  await dialog.getByLabel('Days kept').fill('30');
  await create.click();
  await expect(page.getByText('The intake link is created.')).toBeVisible();

  const row = page.getByRole('table', { name: 'Intake links' }).getByRole('row', { name: 'Open evening' });
  await expect(row).toContainText('by hand');
  await expect(row).toContainText('0 of 2');
  await expect(row).toContainText('30');
  await page.getByRole('button', { name: 'Copy the address of Open evening' }).click();
  await expect(row.getByRole('button', { name: 'Copied' })).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  await expect(row.locator('code')).toHaveText(url);
  await expectAccessible(page);
  await expectToFit(page);
  expect((await send(url, { rhythm: 'weekly', plans: 'Call them' })).status).toBe(201);
  await later(page, (limit) => expect(row).toContainText('1 of 2', limit));

  await row.getByRole('button', { name: 'Close the intake link Open evening' }).click();
  await expect(dialog).toContainText('it cannot be opened again. Its responses stay.');
  await dialog.getByRole('button', { name: 'Close the intake link' }).click();
  await expect(row).toContainText('closed');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect((await send(url, { rhythm: 'weekly' })).status).toBe(404);
  await row.getByRole('link', { name: 'responses by Open evening' }).click();
  const rows = page.getByRole('table', { name: 'Responses' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Intake link Open evening');
});

test('a response by an intake link is of nobody until it is linked, and read by the coach of the person then', async ({
  page,
  browser,
}) => {
  const form = await newForm(ASKED);
  const path = { formId: form.id };
  const [name, other] = [unique('Fair'), unique('Fair')];
  const { data: link } = await api.post('/forms/{formId}/intake-links', { path, body: { name } });
  await api.post('/forms/{formId}/intake-links', { path, body: { name: other } });
  expect((await send(link.url, { rhythm: 'rarely', plans: 'Write more' })).status).toBe(201);
  const { enrollmentId, member } = await newPerson();
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'enrollment', enrollmentId });
  await open(page, `/forms/${form.id}/responses`);
  const filter = page.getByRole('combobox', { name: 'Intake link' });
  await filter.fill(other);
  await page.getByRole('option', { name: other }).click();
  await expect(page.getByText('No responses.')).toBeVisible();
  await filter.fill(name);
  await page.getByRole('option', { name }).click();
  await page.getByRole('link', { name: `: Intake link ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${form.name}, Intake link ${name}` })).toBeVisible();
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('Less often');
  await expect(answers).toContainText('Write more');
  await expect(page.getByText('nobody yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  const at = new URL(page.url()).pathname.replace('/console', '');

  await page.getByRole('button', { name: 'Link to an enrollment' }).click();
  await choose(page, 'Enrollment', member.name);
  await expectAccessible(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Link to an enrollment' }).click();
  await expect(page.getByText('The response is linked to the enrollment.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${form.name}, ${member.name}` })).toBeVisible();
  await expect(page.getByText(`Intake link ${name}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Link to an enrollment' })).toHaveCount(0);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await open(theirs, at, coach);
  await expect(theirs.getByRole('heading', { level: 1, name: `${form.name}, ${member.name}` })).toBeVisible();
  await expect(theirs.getByRole('region', { name: 'Answers' })).toContainText('Write more');
  await expect(theirs.getByRole('button', { name: /Link|Reopen/ })).toHaveCount(0);
  await context.close();
});
