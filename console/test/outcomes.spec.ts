import { csvOf, drawnIn } from './charts.js';
import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newOutcomes, newPerson } from './school.js';

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
