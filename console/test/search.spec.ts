import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newMember, newPerson, unique } from './school.js';

const results = { name: 'Results' };

test('Ctrl K finds a person, and the keyboard alone leads there', async ({ page }) => {
  const { member, enrollmentId } = await newPerson();
  await open(page, '/programs');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  const input = dialog.getByRole('combobox');
  await expect(input).toBeFocused();
  await page.keyboard.type(member.name);
  const enrolled = dialog.getByRole('group', { name: 'Enrolled people' }).getByRole('option');
  await expect(enrolled).toHaveCount(1);
  await expect(dialog.getByRole('group', { name: 'Members' }).getByRole('option')).toHaveCount(1);
  await expect(enrolled).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await expect(enrolled).toHaveAttribute('aria-selected', 'false');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/enrollments/${enrollmentId}$`));
  await expect(page.getByRole('heading', { level: 1, name: member.name })).toBeVisible();
});

test('cohorts, programs, screens and actions are found by words of their names', async ({ page }) => {
  const { cohort } = await newPerson();
  const { data: program } = await api.get('/programs/{programId}', { path: { programId: cohort.programId } });
  const name = unique('Space');
  const { data: space } = await api.post('/spaces', { body: { name, scope: 'organization', posting: 'members' } });
  await open(page, '/cohorts');
  for (const [typed, group, option, path] of [
    [cohort.name, 'Cohorts', cohort.name, `/cohorts/${cohort.id}`],
    [program.name, 'Programs', program.name, `/programs/${program.id}`],
    [space.name, 'Spaces', space.name, `/community/${space.id}`],
    ['audi', 'Screens', 'Audit', '/audit'],
    ['connect a cal', 'Actions', 'Connect a calendar', '/calendar-connections'],
    ['add mem', 'Actions', 'Add a member', '/people'],
  ] as const) {
    await page.getByRole('button', { name: 'Search' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('combobox').fill(typed);
    await dialog.getByRole('group', { name: group }).getByRole('option', { name: option }).click();
    await expect(page).toHaveURL(new RegExp(`/console${path}$`));
  }
  await page.getByRole('button', { name: 'Search' }).click();
  await expectToFit(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a coach finds whom they reach, and nobody else', async ({ page }) => {
  const word = unique('Finding');
  const [mine, other] = [await newPerson(), await newMember(`${word} other`)];
  const { key } = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: mine.cohort.id });
  await open(page, '/', { key });
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('combobox').fill(mine.member.name);
  await expect(dialog.getByRole('option', { name: mine.member.name })).toHaveCount(1);
  await dialog.getByRole('combobox').fill(other.name);
  await expect(dialog.getByRole('status')).toHaveText('Nothing found');
  await expect(dialog.getByRole('listbox', results).getByRole('option')).toHaveCount(0);
});

test('a coach is at the tasks and sessions of their people with one click', async ({ page }) => {
  const { cohort, member } = await newPerson();
  const { key } = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  await open(page, '/my-people', { key });
  await expect(page.getByRole('link', { name: cohort.name })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('row', { name: member.name }).getByRole('link', { name: 'Tasks' }).click();
  await expect(page.getByRole('region', { name: 'Tasks' })).toBeVisible();
  await page.goBack();
  await page.getByRole('row', { name: member.name }).getByRole('link', { name: 'Sessions' }).click();
  await expect(page.getByRole('region', { name: 'Coaching sessions' })).toBeVisible();
});

test('what is above a screen is named and leads there, and the menu marks where one is', async ({ page }) => {
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  const here = page.getByRole('navigation', { name: 'Screens' }).locator('[aria-current=page]');
  for (const [path, trail, marked] of [
    [`/enrollments/${demo.enrollmentId}`, ['Cohorts', /./], 'Cohorts'],
    [`/cohorts/${demo.cohortId}/progress`, ['Cohorts', 'Harbour cohort'], 'Cohorts'],
    [`/programs/cohorts/${demo.cohortId}`, ['Programs', /./], 'Programs'],
    [`/webhooks/${demo.subscriptionId}`, ['Webhooks'], 'Webhooks'],
    [`/organization/identity-provider`, ['Organization'], 'Organization'],
  ] as const) {
    await open(page, path);
    await expect(crumbs.getByRole('link')).toHaveText([...trail]);
    await expect(here).toHaveText(marked);
  }
  await expectAccessible(page);
  await crumbs.getByRole('link', { name: 'Organization' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organization' })).toBeVisible();
  await expect(crumbs).toHaveCount(0);
});
