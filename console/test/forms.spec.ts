import type { Request } from '@playwright/test';
import { api, demo, expect, open, test } from './console.js';
import { newMember, newPerson, newProgram, unique } from './school.js';

test('a change sends what was changed, and reverts nothing that somebody else has changed meanwhile', async ({
  page,
}) => {
  const program = await newProgram();
  await open(page, `/programs/${program.id}`);
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Program');
  await api.patch('/programs/{programId}', { path: { programId: program.id }, body: { name } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Nothing was changed yet.');
  await dialog.getByLabel('Description').fill('What it is about');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const { data } = await api.get('/programs/{programId}', { path: { programId: program.id } });
  expect(data).toMatchObject({ name, description: 'What it is about' });
});

test('what was typed is not lost by Escape or a click beside the dialog', async ({ page }) => {
  await open(page, '/programs');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a program' }).click();
  await expect(dialog.getByLabel('Name')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Create a program' }).click();
  await dialog.getByLabel('Name').fill('Half a name');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toContainText('Discard what you have entered?');
  await dialog.getByRole('button', { name: 'Keep editing' }).click();
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.mouse.click(5, 5);
  await expect(dialog.getByLabel('Name')).toHaveValue('Half a name');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test('members are searched by what is typed alone, and whoever is chosen stays', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const member = await newMember();
  const { data: me } = await api.get('/me');
  const asked: string[] = [];
  const note = (request: Request) => {
    const url = new URL(request.url());
    if (url.pathname.endsWith('/members')) asked.push(url.searchParams.get('q') ?? '');
  };
  await open(page, `/enrollments/${enrollmentId}?part=interventions`);
  page.on('request', note);
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  const input = page.getByRole('combobox', { name: 'Responsible' });
  await expect(input).toHaveValue(me.member.name);
  await input.click();
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible();
  // Longer than the input waits for the next letter, several times.
  await page.waitForTimeout(1_500);
  expect(asked.filter((q) => q !== '')).toEqual([]);
  expect(asked.length).toBeLessThan(3);
  await expect(input).toHaveValue(me.member.name);

  await input.fill(member.name);
  await page.getByRole('option', { name: new RegExp(member.name) }).click();
  await expect(input).toHaveValue(new RegExp(member.name));
  await page.waitForTimeout(1_000);
  expect(['', member.name]).toEqual(expect.arrayContaining([...new Set(asked)]));
});

test('a search of members that is refused says why', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  await page.route('**/api/v1/members?*', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/json',
      body: JSON.stringify({
        success: false,
        code: 'forbidden',
        message: 'Not for you.',
        details: [],
        correlationId: 'x',
      }),
    }),
  );
  await open(page, `/enrollments/${enrollmentId}?part=interventions`);
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  await expect(page.getByRole('dialog')).toContainText('Members could not be searched: Not for you.');
});

test('a time that the clocks leave out is refused at its field, and of two the first is meant', async ({ page }) => {
  // The demo cohort is in a zone with daylight saving time.
  const { data: cohort } = await api.get('/cohorts/{cohortId}', { path: { cohortId: demo.cohortId } });
  expect(cohort.timezone).toBe('Europe/Paris');
  await open(page, `/enrollments/${demo.enrollmentId}?part=interventions`);
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Call');
  await dialog.getByLabel('Expected outcome').fill('A date');
  await dialog.getByLabel('Due').fill('2027-03-28T02:30');
  await dialog.getByRole('button', { name: 'Plan an intervention' }).click();
  await expect(dialog).toContainText('The clocks of Europe/Paris are set forward then');
  await dialog.getByLabel('Due').fill('2027-10-31T02:30');
  await expect(dialog).toContainText('The first is meant: 31 Oct 2027, 02:30 CEST, 31 Oct 2027, 00:30 UTC.');
});

test('fields take as much as the OpenAPI document says', async ({ page }) => {
  interface Schema {
    properties: Record<string, { maxLength?: number; maximum?: number }>;
  }
  const answer = await page.request.get('/openapi.json');
  const { components } = (await answer.json()) as { components: { schemas: Record<string, Schema> } };
  const stated = (schema: string, field: string) => {
    const { maxLength, maximum } = components.schemas[schema]?.properties[field] ?? {};
    return String(maxLength ?? maximum);
  };
  await open(page, `/programs/cohorts/${demo.cohortId}`);
  await page.getByRole('button', { name: 'Create a task' }).click();
  const dialog = page.getByRole('dialog');
  const limits = {
    title: stated('CreateCohortTaskRequest', 'title'),
    description: stated('CreateCohortTaskRequest', 'description'),
    deliverableTitle: stated('CreateDeliverableRequest', 'title'),
    criteria: stated('CreateDeliverableRequest', 'criteria'),
  };
  for (const [field, limit] of Object.entries(limits)) {
    expect(Number(limit)).toBeGreaterThan(0);
    await expect(dialog.locator(`[data-field=${field}]`)).toHaveAttribute('maxlength', limit);
  }
  const days = dialog.locator('[data-field=days]');
  const most = stated('CohortTaskDeadlineAfter', 'days');
  await dialog.getByLabel('Deadline').selectOption('after_start');
  await days.fill('100000');
  await days.blur();
  // What was typed is refused where it is too much, not changed.
  await expect(days).toHaveValue('100000');
  await dialog.getByLabel('Title').fill(unique('Task'));
  await dialog.getByRole('button', { name: 'Create a task' }).click();
  await expect(days).toHaveAttribute('aria-invalid', 'true');
  await days.fill(most);
  await dialog.getByRole('button', { name: 'Create a task' }).click();
  await expect(dialog).toHaveCount(0);
});
