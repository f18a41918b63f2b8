import { api, choose, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newCohort, newMember, newPerson, newTask, unique } from './school.js';

test('a cohort without a coach says so, and gets one', async ({ page }) => {
  const { cohort, member } = await newPerson();
  const coach = await newMember(unique('Guide'));
  await open(page, `/programs/cohorts/${cohort.id}`);
  const coaches = page.getByRole('region', { name: 'Coaches' });
  await expect(coaches).toContainText('Nobody who is enrolled here has a coach.');
  await expectAccessible(page);
  await expectToFit(page);
  await coaches.getByRole('button', { name: 'Assign a coach to the cohort' }).click();
  const dialog = page.getByRole('dialog');
  // Those who coach already are offered first.
  await dialog.getByRole('combobox', { name: 'Coach' }).click();
  await expect(page.getByRole('option', { name: 'Carl Coach', exact: true })).toBeVisible();
  await expect(page.getByRole('option', { name: member.name })).toHaveCount(0);
  await choose(page, 'Coach', coach.name);
  await dialog.getByRole('button', { name: 'Assign a coach to the cohort' }).click();
  await expect(coaches).toContainText(coach.name);
  const { data } = await api.get('/responsibilities', { query: { memberId: coach.id } });
  expect(data.items).toMatchObject([{ role: 'coach', scope: 'cohort', cohortId: cohort.id }]);
});

test('nobody is offered as their own coach', async ({ page }) => {
  const { cohort, member } = await newPerson();
  await open(page, `/cohorts/${cohort.id}?signal=all`);
  await page.getByRole('checkbox', { name: `Select ${member.name}` }).check();
  await page.getByRole('button', { name: 'Assign a coach' }).click();
  const input = page.getByRole('dialog').getByRole('combobox', { name: 'Coach' });
  await input.fill(member.name);
  await expect(page.getByRole('dialog')).toContainText('Nothing found');
});

test('changes are asked for with a comment, which is not lost on the way', async ({ page }) => {
  const { cohort, enrollmentId, member } = await newPerson();
  const { deliverableId } = await newTask(enrollmentId, null);
  const handedIn = { kind: 'link', url: 'https://work.example/plan' } as const;
  const path = { deliverableId };
  const { data } = await api.post('/deliverables/{deliverableId}/submissions', { path, body: handedIn });
  const { key } = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  // Whoever coaches begins with their work.
  await open(page, '/', { key });
  await expect(page).toHaveURL(/\/work$/);
  await page.goto(`/console/work/reviews/${data.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(member.name);
  const review = page.getByRole('region', { name: 'Your review' });
  await review.getByLabel('Verdict').selectOption('changes_requested');
  await review.getByRole('button', { name: 'Review' }).click();
  await expect(review).toContainText('Enter a value.');
  await review.getByLabel('Comment').fill('Say more of the goals');
  await page.getByRole('link', { name: 'My work' }).first().click();
  await page.goBack();
  await expect(review.getByLabel('Comment')).toHaveValue('Say more of the goals');
  await review.getByRole('button', { name: 'Review' }).click();
  const message = page.getByText(`of ${member.name} is recorded.`);
  await expect(message).toBeVisible();
  // What went well does not cover the page for long.
  await expect(message).toBeHidden({ timeout: 15_000 });
});

test('what was typed in a dialog is there again after the way back; not after it was discarded', async ({ page }) => {
  await open(page, '/people');
  await page.getByRole('link', { name: 'Programs', exact: true }).click();
  const create = page.getByRole('button', { name: 'Create a program' });
  const name = page.getByRole('dialog').getByLabel('Name');
  await create.click();
  await name.fill('Half a name');
  await page.goBack();
  await page.goForward();
  await create.click();
  await expect(name).toHaveValue('Half a name');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await create.click();
  await expect(name).toHaveValue('');
});

test('a deadline in the past is pointed out; a number out of range is refused, not changed', async ({ page }) => {
  const cohort = await newCohort();
  await open(page, `/programs/cohorts/${cohort.id}`);
  await page.getByRole('button', { name: 'Create a task' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(unique('Late'));
  await dialog.getByLabel('Deadline').selectOption('at');
  await dialog.getByLabel('Date and time').fill('2020-01-01T10:00');
  await expect(dialog).toContainText('This is in the past.');
  await dialog.getByLabel('Least days for a new enrollment').fill('-5');
  await dialog.getByRole('button', { name: 'Create a task' }).click();
  await expect(dialog.getByLabel('Least days for a new enrollment')).toHaveAttribute('aria-invalid', 'true');
});

test('somebody is found by their whole address', async ({ page }) => {
  await open(page, '/people');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('lea.harbour@learners.example');
  await expect(page.getByRole('option', { name: /Lea Harbour/ }).first()).toBeVisible();
});

test('courses, groups and videos are found by their names, too', async ({ page }) => {
  await open(page, '/people');
  for (const [typed, name, path] of [
    ['your first', 'Your first weeks', /\/programs\/courses\/[0-9a-f-]+$/],
    ['tuesday', 'Tuesday accountability', /\/groups\/[0-9a-f-]+$/],
    ['giving', 'Giving feedback', /\/(library|programs\/courses)\/[0-9a-f-]+$/],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(typed);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await expect(page).toHaveURL(path);
  }
});

test('the names of events are offered', async ({ page }) => {
  await open(page, '/webhooks');
  await page.getByRole('button', { name: 'Create a subscription' }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Events' }).fill('task.c');
  await expect(page.getByRole('option', { name: 'group.created' })).toHaveCount(0);
  await expect(page.getByRole('option').first()).toContainText('task');
});
