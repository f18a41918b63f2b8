import { api, choose, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newPerson, newProgram, unique } from './school.js';

test('a group is created, changed, joined, left and archived', async ({ page }) => {
  const { cohort, member } = await newPerson();
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('button', { name: 'Create a group' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Evening circle');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Kind').selectOption('accountability');
  await dialog.getByLabel('Places').fill('4');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a group' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await page.getByRole('button', { name: 'Add somebody' }).click();
  await choose(page, 'Enrolled person', member.name);
  await dialog.getByRole('button', { name: 'Add somebody' }).click();
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row', { name: member.name });
  await expect(row).toContainText(cohort.name);
  await expect(page.getByText('1 of 4')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await page.getByRole('button', { name: 'Edit the group' }).click();
  await dialog.getByLabel('Places').fill('8');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('1 of 8')).toBeVisible();
  await page.getByRole('button', { name: `Remove ${member.name}` }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('0 of 8')).toBeVisible();
  await expect(row).toBeVisible();
  await page.getByRole('button', { name: 'Archive the group' }).click();
  await dialog.getByRole('button', { name: 'Archive the group' }).click();
  await expect(page.getByRole('button', { name: 'Add somebody' })).toHaveCount(0);
  const { data } = await api.get('/groups', { query: { cohortId: cohort.id } });
  expect(data.items).toMatchObject([{ name, lifecycle: 'archived', capacity: 8, activeMembershipCount: 0 }]);
});

test('several people of a cohort join a group at once; whoever is in it already is named', async ({ page }) => {
  const { cohort, member, enrollmentId } = await newPerson();
  const other = await newcomer('MEMBER');
  const body = { memberId: other.member.id, status: 'active' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  const group = { name: unique('Pairs'), type: 'specialty', scope: 'cohort', cohortId: cohort.id } as const;
  const { data: made } = await api.post('/groups', { body: { ...group, programId: cohort.programId } });
  await api.post('/groups/{groupId}/memberships', { path: { groupId: made.id }, body: { enrollmentId } });
  await open(page, `/programs/cohorts/${cohort.id}`);
  const people = page.getByRole('region', { name: 'Members' });
  await people.getByRole('checkbox', { name: 'Select all rows shown' }).check();
  await people.getByRole('combobox', { name: 'Group' }).fill(group.name);
  await page.getByRole('option', { name: group.name }).click();
  await people.getByRole('button', { name: 'Add to a group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add to a group' }).click();
  await expect(dialog).toContainText('Done for 1, not done for 1');
  await expect(dialog).toContainText(member.name);
  const { data } = await api.get('/groups/{groupId}', { path: { groupId: made.id } });
  expect(data.activeMembershipCount).toBe(2);
});

test('a coach reads groups and who of their people is in them, and changes none', async ({ page }) => {
  const { cohort, member, enrollmentId } = await newPerson();
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  const group = { name: unique('Circle'), type: 'level', scope: 'organization' } as const;
  const { data: made } = await api.post('/groups', { body: group });
  await api.post('/groups/{groupId}/memberships', { path: { groupId: made.id }, body: { enrollmentId } });
  await open(page, '/groups', coach);
  await expect(page.getByRole('button', { name: 'Create a group' })).toHaveCount(0);
  await page.getByRole('link', { name: group.name }).click();
  await expect(page.getByRole('table', { name: 'Members' }).getByRole('row', { name: member.name })).toBeVisible();
  await expect(page.getByRole('button', { name: /Remove|Edit|Archive|Add/ })).toHaveCount(0);
});

test('a group of a program is created among all groups', async ({ page }) => {
  const program = await newProgram();
  await open(page, '/groups');
  await page.getByRole('button', { name: 'Create a group' }).click();
  const dialog = page.getByRole('dialog');
  const name = unique('Practice');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Who can join').selectOption('program');
  await choose(page, 'Program', program.name);
  await dialog.getByRole('button', { name: 'Create a group' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: program.name })).toBeVisible();
});
