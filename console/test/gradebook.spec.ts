import { api, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newCohort, newMember, unique } from './school.js';

const HAND_IN = {
  title: 'A plan',
  acceptedFormats: [{ kind: 'link' as const }],
  expectedReviewerRole: 'coach' as const,
};

/** A cohort of so many people with so many published tasks, for all of which something is to be handed in. */
async function gradebookOf(size: number, tasks: number) {
  const cohort = await newCohort(unique('Large'));
  const path = { cohortId: cohort.id };
  const word = unique('Row').replace(' ', '');
  const rows = Array.from({ length: size }, (_, at) => ({ email: `${word}.${at}@example.org`, name: `${word} ${at}` }));
  const { data } = await api.post('/people-imports', { body: { cohortId: cohort.id, rows } });
  await api.post('/people-imports/{peopleImportId}/commit', { path: { peopleImportId: data.id }, body: {} });
  const titles: string[] = [];
  for (let at = 0; at < tasks; at += 1) titles.unshift(await publishedTask(path, unique('Task')));
  return { cohort, word, titles };
}

async function publishedTask(path: { cohortId: string }, title: string): Promise<string> {
  const deadline = { kind: 'at' as const, dueAt: '2099-03-01T10:00:00.000Z' };
  const { data } = await api.post('/cohorts/{cohortId}/tasks', {
    path,
    body: { title, deadline, deliverable: HAND_IN },
  });
  const place = { cohortTaskId: data.id };
  await api.post('/cohort-tasks/{cohortTaskId}/publish', { path: place, body: { assignTo: 'open' } });
  return title;
}

test('the gradebook of 300 people is first shown with at most 8 requests beside those of the session, and all of it by the keyboard', async ({
  page,
}) => {
  const { cohort, word, titles } = await gradebookOf(300, 6);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/v1\/(?!me\b)/.test(request.url())) asked.push(request.url());
  });
  await open(page, `/cohorts/${cohort.id}/gradebook`);
  const grid = page.getByRole('grid', { name: 'People and tasks' });
  const cells = grid.getByRole('gridcell');
  await expect(cells.filter({ hasText: 'not handed in' })).toHaveCount(400);
  await page.waitForLoadState('networkidle');
  expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(8);
  await expectAccessible(page);

  const first = grid.getByRole('rowheader').first().getByRole('link');
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAccessibleName(
    new RegExp(`^${word} \\d+, ${String(titles[0])}: not handed in$`),
  );
  await page.keyboard.press('End');
  await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`, ${String(titles[5])}: not handed in$`));
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('row')).toHaveCount(201);
  await page.keyboard.press('Control+End');
  await expect(grid.getByRole('row')).toHaveCount(301);
  await page.keyboard.press('Control+End');
  await expect(page.locator(':focus')).toHaveAttribute('data-row', '300');
  await expect(cells.filter({ hasText: 'not handed in' })).toHaveCount(1800);
  // The first column and the header stay in view.
  const frame = await page.locator('.gradebook').boundingBox();
  const corner = await grid.getByRole('columnheader', { name: 'Person' }).boundingBox();
  expect(Math.abs(Number(corner?.x) - Number(frame?.x))).toBeLessThan(3);
  expect(Math.abs(Number(corner?.y) - Number(frame?.y))).toBeLessThan(3);
});

test('from a cell a submission is reviewed, a deadline extended and a task assigned', async ({ page }) => {
  const { cohort, titles } = await gradebookOf(2, 1);
  const title = String(titles[0]);
  const path = { cohortId: cohort.id };
  const { data: tasks } = await api.get('/cohorts/{cohortId}/tasks', { path });
  const place = { cohortTaskId: String(tasks.items[0]?.id) };
  const standing = async (name: string) => {
    const { data } = await api.get('/cohort-tasks/{cohortTaskId}/member-tasks', { path: place });
    return data.items.find(({ memberName }) => memberName === name);
  };
  const { data: having } = await api.get('/cohort-tasks/{cohortTaskId}/member-tasks', { path: place });
  const [one, two] = having.items.map(({ memberName }) => memberName);
  const memberTaskId = String(having.items[0]?.memberTaskId);
  const { data: wanted } = await api.get('/member-tasks/{memberTaskId}/deliverables', { path: { memberTaskId } });
  const submission = { kind: 'link' as const, url: 'https://work.example/mine' };
  const deliverable = { deliverableId: String(wanted.items[0]?.id) };
  await api.post('/deliverables/{deliverableId}/submissions', { path: deliverable, body: submission });
  // Who arrives after the task was published does not have it.
  const arrival = await newMember();
  const body = { memberId: arrival.id, status: 'active' as const };
  await api.post('/cohorts/{cohortId}/enrollments', { path, body });

  await open(page, `/cohorts/${cohort.id}/gradebook`);
  const cell = (person: string | undefined, state: string) =>
    page.getByRole('button', { name: `${String(person)}, ${title}: ${state}` });
  const chosen = page.getByRole('region', { name: 'Chosen cell' });
  const dialog = page.getByRole('dialog');

  await cell(one, 'pending review').focus();
  await page.keyboard.press('Enter');
  await expect(chosen.getByRole('heading')).toBeFocused();
  await chosen.getByRole('button', { name: 'Review' }).click();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await chosen.getByRole('heading').focus();
  await page.keyboard.press('Escape');
  await expect(cell(one, 'pending review')).toBeFocused();
  await expectAccessible(page);
  await expectToFit(page);

  await cell(two, 'not handed in').click();
  await chosen.getByRole('button', { name: 'Extend this deadline' }).click();
  await dialog.getByLabel('Days').fill('2');
  await dialog.getByLabel('Why').fill('Illness');
  await dialog.getByRole('button', { name: 'Extend this deadline' }).click();
  await expect(cell(two, 'not handed in')).toContainText('extended');
  expect((await standing(String(two)))?.dueAt).toBe('2099-03-03T10:00:00.000Z');

  await cell(arrival.name, 'not assigned').click();
  await chosen.getByRole('button', { name: 'Assign this task' }).click();
  await dialog.getByRole('button', { name: 'Assign this task' }).click();
  await expect(cell(arrival.name, 'not handed in')).toBeVisible();
  expect((await standing(arrival.name))?.status).toBe('published');
});
