import { DeliveryClient } from '@delivery-service/client';
import type { Page } from '@playwright/test';
import { api, demo, expect, expectAccessible, expectToFit, later, open, serviceUrl, test } from './console.js';
import { LEARNER, STAFF } from './navigation.js';
import { newMember, newProgram, newTask, unique } from './school.js';

const VIDEO = 'https://media.example.com/first.webm';
const PHONE = { width: 390, height: 844 };

/** Somebody who learns: a course of two sections with a text, a video and a link, and the key that is theirs. */
async function newLearner() {
  const { id: programId } = await newProgram();
  const path = { programId };
  const cohortBody = { name: unique('Cohort'), timezone: 'Europe/Lisbon', startDate: '2026-01-12' };
  const { data: cohort } = await api.post('/programs/{programId}/cohorts', { path, body: cohortBody });
  for (const status of ['open', 'active'] as const) {
    await api.post('/cohorts/{cohortId}/status', { path: { cohortId: cohort.id }, body: { status } });
  }
  const { data: course } = await api.post('/programs/{programId}/courses', { path, body: { title: unique('Course') } });
  const courseId = course.id;
  const { data: media } = await api.post('/media', {
    body: { kind: 'video', title: unique('Film'), mimeType: 'video/webm', url: VIDEO },
  });
  const titles = [unique('Text'), unique('Film'), unique('Link')];
  const markdown = [
    '# A heading',
    'Read **this**. <script>document.title = "taken"</script>',
    '[safe](https://safe.example/page) [unsafe](javascript:document.title="taken") ![seen](https://spy.example/pixel.gif)',
  ].join('\n\n');
  const bodies = [
    { title: titles[0] ?? '', kind: 'text' as const, body: markdown, estimatedMinutes: 5 },
    { title: titles[1] ?? '', kind: 'video' as const, media: [{ mediaId: media.id }] },
    { title: titles[2] ?? '', kind: 'link' as const, url: 'https://reading.example/chapter' },
  ];
  const sections: string[] = [];
  for (const title of ['First week', 'Second week']) {
    const { data } = await api.post('/courses/{courseId}/sections', { path: { courseId }, body: { title } });
    sections.push(data.id);
  }
  const lessonIds: string[] = [];
  for (const [at, body] of bodies.entries()) {
    const sectionId = sections[at < 2 ? 0 : 1] ?? '';
    const { data } = await api.post('/sections/{sectionId}/lessons', { path: { sectionId }, body });
    await api.post('/lessons/{lessonId}/publish', { path: { lessonId: data.id } });
    lessonIds.push(data.id);
  }
  await api.post('/courses/{courseId}/publish', { path: { courseId } });
  const member = await newMember(unique('Learner'));
  const body = { memberId: member.id, status: 'active' as const };
  const { data: made } = await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  const { data: key } = await api.post('/api-keys', { body: { memberId: member.id, name: 'Learning' } });
  const own = new DeliveryClient({ url: serviceUrl, apiKey: String(key.key) });
  return { key: String(key.key), own, member, cohort, programId, course, titles, lessonIds, enrollmentId: made.id };
}

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link');

test('somebody who learns is at their day: what to go on with, what is coming, what to hand in', async ({ page }) => {
  const { key, cohort, titles, enrollmentId } = await newLearner();
  const { title } = await newTask(enrollmentId, '2099-01-01T10:00:00Z');
  const startsAt = new Date(Date.now() + 2 * 86_400_000).toISOString();
  const endsAt = new Date(Date.now() + 2 * 86_400_000 + 3_600_000).toISOString();
  const live = unique('Live');
  const joinUrl = 'https://meet.example/room';
  await api.post('/live-sessions', {
    body: { title: live, startsAt, endsAt, timezone: 'Europe/Lisbon', cohortIds: [cohort.id], joinUrl },
  });
  await open(page, '/', { key });
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(menuOf(page)).toHaveText([...LEARNER, 'Community']);
  await expect(page.getByRole('region', { name: 'Continue learning' })).toContainText(cohort.name);
  await expect(page.getByRole('region', { name: 'Coming up' })).toContainText(live);
  await expect(page.getByRole('link', { name: `Join ${live}` })).toHaveAttribute('href', joinUrl);
  await expect(page.getByRole('region', { name: 'To do' })).toContainText(title);
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: `Continue with “${titles[0] ?? ''}”` }).click();
  await expect(page.getByRole('heading', { level: 1, name: titles[0] ?? '' })).toBeVisible();
});

test('a course is gone through on a phone, lesson by lesson', async ({ page, faults }) => {
  const { key, own, titles, enrollmentId, lessonIds } = await newLearner();
  await page.setViewportSize(PHONE);
  await page.route(VIDEO, (route) => route.fulfill({ status: 200, contentType: 'video/webm', body: '' }));
  await open(page, '/my-courses', { key });
  await expect(page.getByText('0 of 3 lessons completed')).toBeVisible();
  await page.getByRole('link', { name: titles[0] ?? '' }).click();

  // Markdown is read as such; nothing of it runs, or is loaded from elsewhere.
  await expect(page.getByRole('heading', { name: 'A heading' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'safe', exact: true })).toHaveAttribute(
    'href',
    'https://safe.example/page',
  );
  expect(await page.locator('.markdown a[href^="javascript"]').count()).toBe(0);
  await expect(page.locator('.markdown img, .markdown script')).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  await expect(page.getByText('The lesson is completed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as not completed' })).toBeVisible();

  await page.getByRole('link', { name: `Next: ${titles[1] ?? ''}` }).click();
  await expect(page.locator('video')).toHaveAttribute('src', VIDEO);
  // The page was allowed to load it from there.
  await expect.poll(() => faults).toContain(`requested ${VIDEO}`);
  faults.splice(0);
  await expect(page.getByRole('link', { name: `Previous: ${titles[0] ?? ''}` })).toBeVisible();
  await expectAccessible(page);
  faults.splice(0);
  await page.getByRole('link', { name: `Next: ${titles[2] ?? ''}` }).click();
  await expect(page.getByRole('link', { name: 'https://reading.example/chapter' })).toBeVisible();
  await expectToFit(page);
  await page.goto('/console/my-courses');
  await expect(page.getByText('1 of 3 lessons completed')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await own.get('/me/lessons/{lessonId}', {
    path: { lessonId: lessonIds[0] ?? '' },
    query: { enrollmentId },
  });
  expect(data.completedAt).not.toBeNull();
});

test('a completed lesson is taken back', async ({ page }) => {
  const { key, enrollmentId, lessonIds } = await newLearner();
  await open(page, `/my-courses/${enrollmentId}/lessons/${lessonIds[2] ?? ''}`, { key });
  await page.getByRole('button', { name: 'Mark as completed' }).click();
  await page.getByRole('button', { name: 'Mark as not completed' }).click();
  await expect(page.getByText('The lesson is open again.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as completed' })).toBeVisible();
});

test('work is handed in, feedback read, and better work handed in', async ({ page }) => {
  const { key, own, enrollmentId } = await newLearner();
  const { title, deliverableId } = await newTask(enrollmentId);
  await open(page, '/my-tasks', { key });
  const task = page.getByRole('article', { name: title });
  await expect(task).toContainText('Not handed in');
  await task.getByRole('button', { name: `Hand in: ${title}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Link').fill('no address');
  await dialog.getByRole('button', { name: 'Hand in' }).click();
  await expect(dialog.getByLabel('Link')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('Link').fill('https://work.example/draft');
  await dialog.getByLabel('Note for the reviewer').fill('A draft');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Hand in' }).click();
  await expect(task).toContainText('Waiting for feedback');
  const { data: mine } = await own.get('/me/tasks', {});
  const submissionId = mine.items[0]?.lastSubmission?.id ?? '';
  const body = { verdict: 'changes_requested' as const, comment: 'Say more of the goals' };
  await api.post('/submissions/{submissionId}/reviews', { path: { submissionId }, body });

  await page.goto('/console/today');
  await expect(page.getByRole('region', { name: 'Latest feedback' })).toContainText('Say more of the goals');
  await page.goto('/console/my-tasks');
  await expect(task).toContainText('Changes requested');
  await task.getByRole('button', { name: `Hand in again: ${title}` }).click();
  await dialog.getByLabel('Link').fill('https://work.example/better');
  await dialog.getByRole('button', { name: 'Hand in again' }).click();
  await expect(task).toContainText('Waiting for feedback');
  await task.getByRole('button', { name: 'Earlier rounds' }).click();
  await expect(task).toContainText('Say more of the goals');
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/deliverables/{deliverableId}/submissions', { path: { deliverableId } });
  expect(data.items).toMatchObject([{ url: 'https://work.example/better' }, { url: 'https://work.example/draft' }]);
});

test('a question is asked, its answer read, and another one withdrawn', async ({ page }) => {
  const { key } = await newLearner();
  await open(page, '/my-videos', { key });
  const ask = async (text: string) => {
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByRole('dialog').getByLabel('Question').fill(text);
    await page.getByRole('dialog').getByRole('button', { name: 'Ask a question' }).click();
    await expect(page.getByRole('article', { name: text })).toBeVisible();
  };
  const [first, second] = [unique('How'), unique('Why')];
  await ask(first);
  await ask(second);
  const { data } = await api.get('/video-questions', { query: { status: 'open', limit: 100 } });
  const videoQuestionId = data.items.find(({ body }) => body === first)?.id ?? '';
  const path = { videoQuestionId };
  await api.post('/video-questions/{videoQuestionId}/answer', { path, body: { text: 'Like this' } });
  await page.reload();
  await expect(page.getByRole('article', { name: first })).toContainText('Like this');
  await page.getByRole('button', { name: `Withdraw: ${second}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('article', { name: second })).toContainText('withdrawn');
  await expectAccessible(page);
  await expectToFit(page);
});

test('what keeps somebody from going on is reported, and seen by their staff', async ({ page }) => {
  const { key, programId, enrollmentId } = await newLearner();
  const milestone = { title: unique('Milestone'), requirement: { kind: 'manual' as const } };
  await api.post('/programs/{programId}/milestones', { path: { programId }, body: milestone });
  await open(page, '/my-progress', { key });
  await expect(page.getByRole('list', { name: 'Milestones' })).toContainText(milestone.title);
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const title = unique('No access');
  await page.getByRole('dialog').getByLabel('What is blocking you').fill(title);
  await page.getByRole('dialog').getByLabel('How urgent it is').selectOption('urgent');
  await page.getByRole('dialog').getByRole('button', { name: 'Report a problem' }).click();
  await expect(page.getByRole('article', { name: title })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const { data } = await api.get('/enrollments/{enrollmentId}/blockers', { path: { enrollmentId } });
  expect(data.items).toMatchObject([{ title, urgency: 'urgent', status: 'open' }]);
});

test('nothing of somebody else who learns is shown', async ({ page }) => {
  const [mine, other] = [await newLearner(), await newLearner()];
  const { title } = await newTask(other.enrollmentId);
  await open(page, `/my-courses/${other.enrollmentId}/lessons/${other.lessonIds[0] ?? ''}`, { key: mine.key });
  await expect(page.getByRole('alert')).toContainText('Not found, or not yours to see');
  await expect(page.getByText('A heading')).toHaveCount(0);
  await page.goto('/console/my-tasks');
  await expect(page.getByText('You have no tasks yet.')).toBeVisible();
  await expect(page.getByText(title)).toHaveCount(0);
});

test('a coach who also learns has both sides', async ({ page }) => {
  const { key, member } = await newLearner();
  const cohortId = demo.cohortId;
  await api.post('/responsibilities', { body: { memberId: member.id, role: 'coach', scope: 'cohort', cohortId } });
  await open(page, '/', { key });
  await expect(menuOf(page)).toHaveText([...STAFF, ...LEARNER]);
  await expect(page.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
});

test('with a session key somebody who learns is at their day', async ({ page }) => {
  const { member } = await newLearner();
  const path = { memberId: member.id };
  const { data } = await api.post('/members/{memberId}/session-keys', { path, body: { minutes: 5 } });
  await open(page, '/', { key: String(data.key) });
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('where it cannot be read whether somebody learns, it is said so, and read again', async ({ page }) => {
  await page.clock.install();
  const { key } = await newLearner();
  await page.route('**/api/v1/me/enrollments*', (route) => route.abort());
  await page.addInitScript((held) => sessionStorage.setItem('delivery-console.api-key', held), key);
  await page.goto('/console');
  await later(page, (limit) => expect(page.getByRole('alert')).toContainText('The service did not answer', limit));
  await page.unroute('**/api/v1/me/enrollments*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});
