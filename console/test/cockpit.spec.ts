import { api, choose, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCohort, newMember, newTask } from './school.js';

const cockpitOf = async (cohortId: string) =>
  (await api.get('/cohorts/{cohortId}/cockpit', { path: { cohortId } })).data;

test('every number of the cockpit opens a list of the people behind it, which adds up to it', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour cohort' })).toBeVisible();
  const figures = page.locator('.figure');
  await expect(figures).toHaveCount(17);
  for (const figure of await figures.all()) {
    const number = Number(await figure.locator('.figure-number').textContent());
    const text = (await figure.textContent())?.replace(/^\d+ /, '') ?? '';
    const name = text.endsWith('taken') ? 'members' : text;
    await figure.click();
    const list = page.getByRole('region', { name: `People: ${name}` });
    await expect(list.getByText(`The list adds up to ${number}, as the cockpit says.`)).toBeVisible();
  }
});

test('where a number comes from is shown when it is hovered, and by the keyboard', async ({ page }) => {
  const { provenance } = await cockpitOf(demo.cohortId);
  const source = `From ${provenance.capacity.source}, as of`;
  await open(page, `/cohorts/${demo.cohortId}`);
  const heading = page.getByRole('heading', { level: 2, name: 'Reviews' });
  await heading.focus();
  await expect(page.getByRole('tooltip')).toContainText('From submissions, as of');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'reviews waiting' })).toBeFocused();
  await expect(page.getByRole('tooltip')).toContainText('From submissions, as of');
  await page.getByRole('link', { name: 'taken' }).hover();
  await expect(page.getByRole('tooltip').filter({ hasText: source })).toBeVisible();
});

test('a list that no longer agrees with its number says so, and both are read again', async ({ page }) => {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  const late = async () => {
    const body = { memberId: (await newMember()).id, status: 'active' as const };
    const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path, body });
    await newTask(data.id, '2026-02-01T10:00:00Z');
  };
  await late();
  await open(page, `/cohorts/${cohort.id}?signal=late`);
  await expect(page.getByText('The list adds up to 1, as the cockpit says.')).toBeVisible();
  await late();
  const uncovered = page.getByRole('switch', { name: 'Only those without a planned intervention' });
  await uncovered.check();
  await expect(page.getByText('2 people without a planned intervention, among those behind “late”.')).toBeVisible();
  await uncovered.uncheck();
  await expect(page.getByText('The cockpit says 1, the list 2:')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Read both again' }).click();
  await expect(page.getByText('The list adds up to 2, as the cockpit says.')).toBeVisible();
});

test('it can be used by everybody, and fits into narrow pages', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}?signal=late`);
  await expect(page.getByRole('table', { name: 'People: late' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
});

test('interventions, more time and a coach for several people at once', async ({ page }) => {
  const cohort = await newCohort();
  const path = { cohortId: cohort.id };
  const members = [await newMember(), await newMember(), await newMember()];
  for (const { id } of members) {
    const body = { memberId: id, status: 'active' as const };
    const { data } = await api.post('/cohorts/{cohortId}/enrollments', { path, body });
    await newTask(data.id, '2026-02-01T10:00:00Z');
  }
  const coach = await newMember();
  expect((await cockpitOf(cohort.id)).rhythm.late).toBe(3);

  await open(page, `/cohorts/${cohort.id}?signal=late`);
  await page.getByLabel(`Select ${String(members[0]?.name)}`).check();
  await page.getByLabel(`Select ${String(members[1]?.name)}`).check();
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nobody gets a message.');
  await expect(dialog.getByLabel('Reason')).toHaveValue('late');
  await dialog.getByLabel('Title').fill('Call about the task');
  await dialog.getByLabel('Due').fill('2099-01-15T10:00');
  await dialog.getByLabel('Expected outcome').fill('A date is agreed on');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Plan an intervention' }).click();
  await expect(dialog).toContainText('Done for 2.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row', { name: String(members[0]?.name) });
  await expect(row.getByRole('cell').nth(-2)).toHaveText('1');

  // The wall clock of the cohort's zone was meant, not that of the browser.
  const planned = await api.get('/interventions', { query: { cohortId: cohort.id } });
  expect(planned.data.items.map(({ dueAt }) => dueAt)).toEqual(Array(2).fill('2099-01-15T10:00:00.000Z'));

  const uncovered = page.getByRole('switch', { name: 'Only those without a planned intervention' });
  await uncovered.check();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await uncovered.uncheck();
  await page.getByLabel('Select all rows shown').check();
  await page.getByRole('button', { name: 'Assign a coach' }).click();
  await choose(page, 'Coach', coach.name, new RegExp(coach.name));
  await dialog.getByRole('button', { name: 'Assign a coach' }).click();
  await expect(dialog).toContainText('Done for 3.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  const { data: held } = await api.get('/responsibilities', { query: { memberId: coach.id } });
  expect(held.items).toHaveLength(3);

  await page.getByRole('button', { name: 'Extend deadlines' }).click();
  await dialog.getByLabel('Days').fill('365');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Extend deadlines' }).click();
  await expect(dialog).toContainText('Done for 3.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('Nobody.')).toBeVisible();
  expect((await cockpitOf(cohort.id)).rhythm).toMatchObject({ late: 0, on_time: 3 });
});

test('who is skipped is named with the reason', async ({ page }) => {
  const cohort = await newCohort();
  const member = await newMember();
  const body = { memberId: member.id, status: 'pending' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  await open(page, `/cohorts/${cohort.id}?signal=pending`);
  await page.getByLabel(`Select ${member.name}`).check();
  await page.getByRole('button', { name: 'Plan an intervention' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Call');
  await dialog.getByLabel('Due').fill('2099-01-15T10:00');
  await dialog.getByLabel('Expected outcome').fill('None');
  await dialog.getByRole('button', { name: 'Plan an intervention' }).click();
  await expect(dialog).toContainText('Done for 0, not done for 1:');
  await expect(dialog.getByRole('listitem')).toContainText(`${member.name}: `);
});

test('a coach sees the people assigned to them, and has the actions of a coach', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}?signal=all`, 'coach');
  await expect(page.getByText('Only the members assigned to you are counted.')).toBeVisible();
  await expect(page.getByText('not measured (only those who see the whole cohort may know)')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Plan an intervention' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign a coach' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Set-up' })).toHaveCount(0);
});

test('a cohort that is not there is said to be so', async ({ page }) => {
  await open(page, `/cohorts/${demo.programId}`);
  await expect(page.getByRole('alert')).toContainText('Not found, or not yours to see');
});
