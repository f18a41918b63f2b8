import { csvOf, drawnIn } from './charts.js';
import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newOutcomes, newPerson, newProgram, unique } from './school.js';

test('readings of a measure are drawn with the baseline and target of their time', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const { name } = await newOutcomes(cohort.programId, enrollmentId, { unit: 'points', max: 10, decimals: 4 }, [
    ['baseline', 3.25, '2026-06-01T10:00:00Z'],
    ['target', 7, '2026-06-02T10:00:00Z'],
    ['reading', 4.0625, '2026-07-01T10:00:00Z'],
    ['target', 8, '2026-08-01T10:00:00Z'],
    ['reading', 6.5, '2026-09-01T10:00:00Z'],
  ]);
  await open(page, `/enrollments/${enrollmentId}?part=outcomes`);
  const outcome = page.getByRole('region', { name, exact: true });
  await expect(outcome.getByRole('img')).toHaveAccessibleName(/Reading: 6\.5 at the end, from 4\.0625 to 6\.5\./);
  await expect(outcome).toContainText('In points. More is better.');
  await expect(outcome).toContainText('100\u00a0%');
  expect((await csvOf(page, name)).lines).toEqual([
    'Measured at,Reading,Baseline at the time,Target at the time',
    '2026-06-01T10:00:00.000Z,,3.25,',
    '2026-06-02T10:00:00.000Z,,3.25,7',
    '2026-07-01T10:00:00.000Z,4.0625,3.25,7',
    '2026-08-01T10:00:00.000Z,,3.25,8',
    '2026-09-01T10:00:00.000Z,6.5,3.25,8',
  ]);
  await outcome.getByRole('button', { name: `Table: ${name}` }).click();
  await expect(outcome.getByRole('table', { name, exact: true }).getByRole('row')).toHaveCount(6);
  expect((await drawnIn(page, name)).colors).toContain('25,113,194');
  await expectAccessible(page);
  await expectToFit(page);
});

test('without entries nothing is drawn; one is recorded, and voided', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const { name } = await newOutcomes(cohort.programId, enrollmentId, { direction: 'none' }, []);
  await open(page, `/enrollments/${enrollmentId}?part=outcomes`);
  const outcome = page.getByRole('region', { name, exact: true });
  await expect(outcome).toContainText('No value is measured.');
  await expect(outcome.getByText('not measured (there is no baseline)').first()).toBeVisible();
  await expect(outcome.locator('canvas')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Record an outcome' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Value').fill('0');
  await dialog.getByLabel('Note').fill('By telephone');
  await dialog.getByRole('button', { name: 'Record an outcome' }).click();
  const row = outcome.getByRole('row', { name: /By telephone/ });
  await expect(row.getByRole('cell').nth(2)).toHaveText('0');
  await expect(outcome.locator('canvas')).toBeVisible();

  await row.getByRole('button', { name: 'Void' }).click();
  await dialog.getByLabel('Why').fill('Another person');
  await dialog.getByRole('button', { name: 'Void' }).click();
  await expect(row).toContainText('voided: Another person');
  await expect(outcome.locator('canvas')).toHaveCount(0);
  const { data } = await api.get('/enrollments/{enrollmentId}/outcomes', { path: { enrollmentId } });
  expect(data.items[0]?.entries[0]).toMatchObject({ value: 0, kind: 'reading', voidReason: 'Another person' });
});

test('the director of a program creates a measure and changes it; others only read it', async ({ page }) => {
  const { id: programId } = await newProgram();
  const { key } = await newcomer('MEMBER', { role: 'program_director', scope: 'program', programId });
  await open(page, `/programs/${programId}`, { key });
  const measures = page.getByRole('region', { name: 'Outcome measures' });
  await expect(measures).toContainText('There are no outcome measures.');
  await measures.getByRole('button', { name: 'Create an outcome measure' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Confidence');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Key').fill('Not a key');
  await dialog.getByLabel('Least value').fill('0');
  await dialog.getByLabel('Greatest value').fill('10');
  await dialog.getByRole('button', { name: 'Create an outcome measure' }).click();
  await expect(dialog).toContainText('must be 2 to 50 lower-case letters');
  await expectAccessible(page);
  await dialog.getByLabel('Key').fill('confidence');
  await dialog.getByRole('button', { name: 'Create an outcome measure' }).click();
  const row = measures.getByRole('row', { name });
  await expect(row).toContainText('0 to 10');
  await row.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Status').selectOption('archived');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('archived');
  const { data } = await api.get('/outcome-measures', { query: { programId } });
  expect(data.items).toMatchObject([{ name, key: 'confidence', unit: null, min: 0, max: 10, status: 'archived' }]);
  await expectToFit(page);

  await open(page, `/programs/${demo.programId}`, { key });
  await expect(measures).toBeVisible();
  await expect(measures.getByRole('button')).toHaveCount(0);
});
