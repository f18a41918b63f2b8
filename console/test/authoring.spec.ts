import type { Locator, Page } from '@playwright/test';
import { api, choose, expect, expectAccessible, expectToFit, open, pick, test } from './console.js';
import { newProgram, unique } from './school.js';

async function newCourse() {
  const program = await newProgram();
  const path = { programId: program.id };
  const { data: course } = await api.post('/programs/{programId}/courses', { path, body: { title: unique('Course') } });
  const lessons: Record<string, string> = {};
  const sections = [unique('First'), unique('Second')];
  for (const title of sections) {
    const body = { title };
    const { data: section } = await api.post('/courses/{courseId}/sections', { path: { courseId: course.id }, body });
    for (const name of [unique('Lesson'), unique('Lesson')]) {
      const lesson = { title: name, kind: 'text' as const, body: 'Read this.' };
      const made = await api.post('/sections/{sectionId}/lessons', { path: { sectionId: section.id }, body: lesson });
      lessons[name] = made.data.id;
    }
  }
  return { program, course, sections, lessons, titles: Object.keys(lessons) };
}

async function orderOf(courseId: string): Promise<string[][]> {
  const { data } = await api.get('/courses/{courseId}', { path: { courseId } });
  return data.sections.map(({ lessons }) => lessons.map(({ title }) => title));
}

const dialogOf = (page: Page) => page.getByRole('dialog');

test('a course is written: sections, lessons with a preview of their text, and published', async ({ page }) => {
  const program = await newProgram();
  await open(page, `/programs/${program.id}`);
  await page.getByRole('button', { name: 'Create a course' }).click();
  const title = unique('Course');
  await dialogOf(page).getByLabel('Title').fill(title);
  await dialogOf(page).getByRole('button', { name: 'Create a course' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.getByRole('button', { name: 'Add a section' }).click();
  await dialogOf(page).getByLabel('Title').fill('Listening');
  await dialogOf(page).getByRole('button', { name: 'Add a section' }).click();
  await page.getByRole('button', { name: 'Add a lesson to Listening' }).click();
  await dialogOf(page).getByLabel('Title').fill('Asking');
  await dialogOf(page)
    .getByLabel('Text (Markdown)')
    .fill('## Why\n\n**Ask** first. <script>document.title="taken"</script> [bad](javascript:alert(1))');
  const preview = dialogOf(page).getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Why' })).toBeVisible();
  await expect(preview.locator('script, a[href^="javascript"]')).toHaveCount(0);
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Add a lesson' }).click();
  await expect(page.getByRole('link', { name: 'Asking' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish all drafts' }).click();
  await dialogOf(page).getByRole('button', { name: 'Publish all drafts' }).click();
  await expect(page.getByRole('button', { name: 'Publish all drafts' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Publish the course' }).click();
  await dialogOf(page).getByRole('button', { name: 'Publish the course' }).click();
  await expect(page.getByRole('button', { name: 'Publish the course' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/courses', { query: { programId: program.id } });
  expect(data.items).toMatchObject([{ title, status: 'published', lessonCount: 1 }]);
});

test('lessons are put in order by the keyboard, and the order is kept', async ({ page }) => {
  const { course, titles } = await newCourse();
  const [one = '', two = '', three = '', four = ''] = titles;
  await open(page, `/programs/courses/${course.id}`);
  await page.getByRole('button', { name: `Move ${two} up` }).focus();
  await page.keyboard.press('Enter');
  // Beyond the end of its section it gets into the next one.
  await page.getByRole('button', { name: `Move ${one} down` }).press('Enter');
  expect(await orderOf(course.id)).toEqual([
    [one, two],
    [three, four],
  ]);
  await page.getByRole('button', { name: 'Save the order' }).click();
  await dialogOf(page).getByRole('button', { name: 'Save the order' }).click();
  await expect(page.getByText('The order is saved.')).toBeVisible();
  const wanted = [[two], [one, three, four]];
  expect(await orderOf(course.id)).toEqual(wanted);
  await page.reload();
  await expect(page.locator('.lesson-row a')).toHaveText(wanted.flat());
});

test('sections and lessons are put in order by drag, and an order that was not saved is undone', async ({ page }) => {
  const { course, sections, titles } = await newCourse();
  const [one = '', two = '', three = '', four = ''] = titles;
  await open(page, `/programs/courses/${course.id}`);
  const row = (title: string): Locator => page.locator('.lesson-row', { hasText: title });
  await row(four).dragTo(row(one));
  await expect(page.locator('.lesson-row a')).toHaveText([four, one, two, three]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.lesson-row a')).toHaveText(titles);
  await expect(page.getByRole('button', { name: 'Save the order' })).toHaveCount(0);
  // A section is dragged by its heading.
  const [first = '', second = ''] = sections;
  const heading = (title: string): Locator => page.getByRole('region', { name: title }).locator('.section-header');
  await heading(second).dragTo(heading(first));
  await expect(page.locator('.lesson-row a')).toHaveText([three, four, one, two]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(one).dragTo(row(four));
  await page.getByRole('button', { name: 'Save the order' }).click();
  await dialogOf(page).getByRole('button', { name: 'Save the order' }).click();
  await expect(page.getByText('The order is saved.')).toBeVisible();
  expect(await orderOf(course.id)).toEqual([[two], [three, one, four]]);
});

test('a course is seen as those see it who learn: what is published alone', async ({ page }) => {
  const { course, titles, lessons } = await newCourse();
  const [one = '', two = ''] = titles;
  await api.post('/lessons/{lessonId}/publish', { path: { lessonId: lessons[one] ?? '' } });
  await open(page, `/programs/courses/${course.id}`);
  await page.getByRole('link', { name: 'View as a learner' }).click();
  await expect(page.getByRole('article', { name: one })).toContainText('Read this.');
  await expect(page.getByText(two)).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test('a lesson is changed, published and archived', async ({ page }) => {
  const { titles, lessons } = await newCourse();
  const lessonId = lessons[titles[0] ?? ''] ?? '';
  await open(page, `/programs/lessons/${lessonId}`);
  await page.getByRole('button', { name: 'Edit the lesson' }).click();
  await dialogOf(page).getByLabel('Text (Markdown)').fill('Read **that**.');
  await dialogOf(page).getByLabel('Estimated minutes').fill('7');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.markdown strong')).toHaveText('that');
  await page.getByRole('button', { name: 'Publish the lesson' }).click();
  await dialogOf(page).getByRole('button', { name: 'Publish the lesson' }).click();
  await expect(page.getByRole('button', { name: 'Publish the lesson' })).toHaveCount(0);
  const { data } = await api.get('/lessons/{lessonId}', { path: { lessonId } });
  expect(data).toMatchObject({ body: 'Read **that**.', estimatedMinutes: 7, status: 'published' });
  await page.getByRole('button', { name: 'Archive the lesson' }).click();
  await dialogOf(page).getByRole('button', { name: 'Archive the lesson' }).click();
  await expect(page.getByRole('button', { name: 'Edit the lesson' })).toHaveCount(0);
  await expectAccessible(page);
});

test('a path is created, activated, changed and archived; a milestone is changed and archived', async ({ page }) => {
  const { program, course } = await newCourse();
  await open(page, `/programs/${program.id}`);
  await page.getByRole('button', { name: 'Create a path' }).click();
  const name = unique('Path');
  await dialogOf(page).getByLabel('Name of the path').fill(name);
  await dialogOf(page).getByLabel(course.title).check();
  await dialogOf(page).getByRole('button', { name: 'Create a path' }).click();
  await page.getByRole('button', { name: `Activate ${name}` }).click();
  await dialogOf(page).getByRole('button', { name: 'Activate the path' }).click();
  await expect(page.getByRole('row', { name })).toContainText('active');
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await dialogOf(page).getByLabel('Assign to new enrollments').check();
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  const path = { programId: program.id };
  const { data: paths } = await api.get('/paths', { query: path });
  expect(paths.items).toMatchObject([{ name, status: 'active', isDefault: true, courses: [{ courseId: course.id }] }]);

  await page.getByRole('button', { name: 'Create a milestone' }).click();
  const title = unique('Milestone');
  await dialogOf(page).getByLabel('Title').fill(title);
  await dialogOf(page).getByRole('button', { name: 'Create a milestone' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Create a milestone' }).click();
  const reached = unique('Course done');
  await dialogOf(page).getByLabel('Title').fill(reached);
  await dialogOf(page).getByLabel('Reached when').selectOption('course');
  await dialogOf(page).getByLabel('Due').selectOption('after_start');
  await dialogOf(page).getByLabel('Calendar days').fill('30');
  await dialogOf(page).getByRole('button', { name: 'Create a milestone' }).click();
  await expect(page.getByRole('row', { name: reached })).toBeVisible();
  const { data: milestones } = await api.get('/milestones', { query: path });
  expect(milestones.items.find((one) => one.title === reached)).toMatchObject({
    requirement: { kind: 'course', courseId: course.id },
    due: { kind: 'after_start', days: 30 },
  });
  await page.getByRole('button', { name: `Archive ${title}` }).click();
  await dialogOf(page).getByRole('button', { name: 'Archive the milestone' }).click();
  await expect(page.getByRole('button', { name: `Archive ${title}` })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test('a milestone is reached by lessons, then by what staff say; its due date is changed alone', async ({ page }) => {
  const { program, lessons, titles } = await newCourse();
  const [one = '', two = ''] = titles;
  await open(page, `/programs/${program.id}`);
  const title = unique('Halfway');
  await page.getByRole('button', { name: 'Create a milestone' }).click();
  await dialogOf(page).getByLabel('Title').fill(title);
  await dialogOf(page).getByLabel('Reached when').selectOption('lessons');
  await dialogOf(page).getByRole('button', { name: 'Create a milestone' }).click();
  await expect(dialogOf(page)).toContainText('Enter a value.');
  await choose(page, 'Lessons', one);
  await choose(page, 'Lessons', two);
  await dialogOf(page).getByRole('button', { name: 'Create a milestone' }).click();
  const row = page.getByRole('row', { name: title });
  await expect(row).toContainText('2 lessons are completed');
  const milestone = async () => {
    const { data } = await api.get('/milestones', { query: { programId: program.id } });
    return data.items.find((each) => each.title === title);
  };
  const requirement = { kind: 'lessons', lessonIds: [lessons[one], lessons[two]] };
  expect(await milestone()).toMatchObject({ requirement, due: { kind: 'none' } });

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await dialogOf(page).getByLabel('Due').selectOption('after_enrollment');
  await dialogOf(page).getByLabel('Calendar days').fill('14');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('14 days after the enrollment');
  expect(await milestone()).toMatchObject({ requirement, due: { kind: 'after_enrollment', days: 14 } });

  await page.getByRole('button', { name: `Edit ${title}` }).click();
  await dialogOf(page).getByLabel('Reached when').selectOption('manual');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('staff say so');
  expect(await milestone()).toMatchObject({ requirement: { kind: 'manual' }, due: { days: 14 } });
});

test('a video is registered, and chosen for a lesson', async ({ page }) => {
  const { course, sections } = await newCourse();
  await open(page, `/programs/courses/${course.id}`);
  await page.getByRole('button', { name: 'Register a video or file' }).click();
  const film = unique('Film');
  await dialogOf(page).getByLabel('Title').fill(film);
  await dialogOf(page).getByLabel('Where it is').selectOption('address');
  await dialogOf(page).getByLabel('MIME type').fill('video/mp4');
  await dialogOf(page).getByLabel('Address').fill('https://media.example/film.mp4');
  await dialogOf(page).getByRole('button', { name: 'Register a video or file' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: `Add a lesson to ${sections[0] ?? ''}` }).click();
  const title = unique('Watch');
  await dialogOf(page).getByLabel('Title').fill(title);
  await dialogOf(page).getByLabel('Kind').selectOption('video');
  await pick(page, 'Videos and files', film);
  await dialogOf(page).getByRole('button', { name: 'Add a lesson' }).click();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText(film)).toBeVisible();
  await expectToFit(page);
});

test('a video keeps the title that it has in a lesson when another one is added, and is played', async ({
  page,
  faults,
}) => {
  const media = 'https://media.example/film.mp4';
  const { course } = await newCourse();
  const { data } = await api.get('/courses/{courseId}', { path: { courseId: course.id } });
  const film = async (title: string) => {
    const body = { kind: 'video' as const, title, mimeType: 'video/mp4', url: media };
    return (await api.post('/media', { body })).data;
  };
  const [first, second] = [await film(unique('Film')), await film(unique('Film'))];
  const lesson = { title: unique('Watch'), kind: 'video' as const, media: [{ mediaId: first.id, title: 'Scene one' }] };
  const path = { sectionId: data.sections[0]?.id ?? '' };
  const { data: made } = await api.post('/sections/{sectionId}/lessons', { path, body: lesson });
  await open(page, `/programs/lessons/${made.id}`);
  await page.getByRole('button', { name: 'Edit the lesson' }).click();
  await pick(page, 'Videos and files', second.title);
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  const { data: changed } = await api.get('/lessons/{lessonId}', { path: { lessonId: made.id } });
  expect(changed.media).toMatchObject([{ title: 'Scene one' }, { title: second.title }]);

  // Both are played in the view as a learner.
  await api.post('/lessons/{lessonId}/publish', { path: { lessonId: made.id } });
  await page.route('https://media.example/**', (route) =>
    route.fulfill({ status: 200, contentType: 'video/mp4', body: '' }),
  );
  await page.goto(`/console/programs/courses/${course.id}/preview`);
  await expect(page.locator(`video[aria-label="${second.title}"]`)).toHaveAttribute('src', media);
  await expect(page.locator('video')).toHaveCount(2);
  expect(faults.splice(0).every((fault) => fault === `requested ${media}`)).toBe(true);
});

test('a program says what comes first, until it has a course and a cohort', async ({ page }) => {
  const program = await newProgram();
  const path = { programId: program.id };
  await open(page, `/programs/${program.id}`);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(4);
  await expect(steps.getByText('Done.')).toHaveCount(1);
  await api.post('/programs/{programId}/courses', { path, body: { title: unique('Course') } });
  await page.reload();
  await expect(steps.getByText('Done.')).toHaveCount(2);
  await expectAccessible(page);
  await expectToFit(page);
  const body = { name: unique('Cohort'), timezone: 'Europe/Lisbon', startDate: '2026-01-12' };
  await api.post('/programs/{programId}/cohorts', { path, body });
  await page.reload();
  await expect(page.getByRole('link', { name: body.name })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('a coach reads a course, and is offered nothing that changes it', async ({ page }) => {
  const { course, titles, lessons } = await newCourse();
  await open(page, `/programs/courses/${course.id}`, 'coach');
  await expect(page.getByRole('link', { name: titles[0] ?? '' })).toBeVisible();
  for (const name of [
    'Add a section',
    'Publish the course',
    'Edit the course',
    'Archive the course',
    'Publish all drafts',
  ])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(Move|Rename|Archive|Add)/ })).toHaveCount(0);
  await page.goto(`/console/programs/lessons/${lessons[titles[0] ?? ''] ?? ''}`);
  await expect(page.getByText('Read this.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit the lesson' })).toHaveCount(0);
});

test('a program, a course with three lessons, a cohort, 30 people and their first task take at most 40 clicks', async ({
  page,
}) => {
  test.slow();
  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.click();
  };
  const dialog = dialogOf(page);
  const press = async (name: string) => {
    await click(page.getByRole('main').getByRole('button', { name, exact: true }));
    await expect(dialog).toBeVisible();
  };
  const send = async (name: string) => {
    await click(dialog.getByRole('button', { name, exact: true }));
    await expect(dialog).toHaveCount(0);
  };
  const [program, course, cohort, task] = ['Program', 'Course', 'Cohort', 'Task'].map((word) => unique(word));
  await open(page, '/programs');
  await press('Create a program');
  await dialog.getByLabel('Name').fill(program ?? '');
  await send('Create a program');
  await expect(page.getByRole('heading', { level: 1, name: program ?? '' })).toBeVisible();
  await press('Publish');
  await send('Publish');

  await press('Create a course');
  await dialog.getByLabel('Title').fill(course ?? '');
  await send('Create a course');
  await press('Add a section');
  await dialog.getByLabel('Title').fill('Listening');
  await send('Add a section');
  for (const title of ['Asking', 'Waiting', 'Answering']) {
    await click(page.getByRole('button', { name: 'Add a lesson to Listening' }));
    await dialog.getByLabel('Title').fill(title);
    await dialog.getByLabel('Text (Markdown)').fill('Read this.');
    await send('Add a lesson');
  }
  await press('Publish all drafts');
  await send('Publish all drafts');
  await press('Publish the course');
  await send('Publish the course');

  await click(
    page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: program ?? '', exact: true }),
  );
  await press('Create a cohort');
  await dialog.getByLabel('Name').fill(cohort ?? '');
  await send('Create a cohort');
  await expect(page.getByRole('heading', { level: 1, name: cohort ?? '' })).toBeVisible();
  for (const step of ['Open for enrollment', 'Start the cohort']) {
    await press(step);
    await send(step);
  }
  const address = page.url();

  await click(page.getByRole('link', { name: 'People', exact: true }));
  await press('Import people');
  const names = Array.from({ length: 30 }, () => unique('Pupil'));
  const rows = names.map((name) => `${name.replaceAll(' ', '.').toLowerCase()}@example.org,${name}`);
  const buffer = Buffer.from(['email,name', ...rows].join('\n'));
  clicks += 1;
  await dialog.locator('input[type=file]').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer });
  clicks += 2;
  await choose(page, 'Cohort of rows that name none', cohort ?? '');
  await send('Import people');
  await press('Commit');
  await send('Commit');
  await expect(page.getByText('committed', { exact: true })).toBeVisible();

  // Two clicks in the search.
  clicks += 2;
  await page.goto(address);
  await press('Create a task');
  await dialog.getByLabel('Title').fill(task ?? '');
  await send('Create a task');
  await click(page.getByRole('link', { name: task ?? '' }));
  await press('Publish');
  await send('Publish');
  const { data: cohorts } = await api.get('/cohorts', { query: { q: cohort ?? '' } });
  expect(cohorts.items).toMatchObject([{ name: cohort, occupancy: 30 }]);
  const path = { cohortId: cohorts.items[0]?.id ?? '' };
  const { data: tasks } = await api.get('/cohorts/{cohortId}/tasks', { path });
  expect(tasks.items).toMatchObject([{ title: task, status: 'published', counts: { total: 30 } }]);
  expect(clicks, `${clicks} clicks`).toBeLessThanOrEqual(40);
});
