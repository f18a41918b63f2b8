import type { Page } from '@playwright/test';
import { api, choose, expect, expectAccessible, expectToFit, open, pick, serviceUrl, test } from './console.js';
import { DeliveryClient, upload } from '@delivery-service/client';
import { pdf, png, text, wav, webm, type Sample } from './media.js';
import { newcomer, newPerson, newTask, unique } from './school.js';

/** Somebody who learns, with the key that is theirs. */
async function newLearner() {
  const person = await newPerson();
  const { data } = await api.post('/api-keys', { body: { memberId: person.member.id, name: 'Files' } });
  return { ...person, key: String(data.key), own: new DeliveryClient({ url: serviceUrl, apiKey: String(data.key) }) };
}

/** Uploads a file as somebody, and registers it. */
async function register(client: DeliveryClient, path: '/media' | '/me/media', file: Sample) {
  const { name, buffer } = file;
  const mimeType = file.mimeType as Parameters<typeof upload>[2]['mimeType'];
  const { id: uploadId } = await upload(client, new Blob([new Uint8Array(buffer)]), { name, mimeType });
  const family = mimeType.split('/')[0];
  const kind = family === 'image' || family === 'video' ? family : ('file' as const);
  return (await client.post(path, { body: { kind, title: name, uploadId } })).data;
}

/** What somebody has handed in, and the key of the coach who reviews it. */
async function handedIn(...files: Sample[]) {
  const learner = await newLearner();
  const { enrollmentId, own, cohort } = learner;
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  const submissionIds: string[] = [];
  for (const file of files) {
    const { deliverableId } = await newTask(enrollmentId, null, 'coach', 'file');
    const media = await register(own, '/me/media', file);
    const body = { kind: 'file' as const, mediaId: media.id, note: `A note on ${file.name}` };
    const { data } = await own.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
    submissionIds.push(data.id);
  }
  return { ...learner, coach, submissionIds };
}

/** A published course of the program with one lesson of the media. */
async function newLesson(programId: string, mediaId: string, kind: 'video' | 'file') {
  const path = { programId };
  const { data: course } = await api.post('/programs/{programId}/courses', { path, body: { title: unique('Course') } });
  const courseId = course.id;
  const section = { path: { courseId }, body: { title: 'First' } };
  const { data: made } = await api.post('/courses/{courseId}/sections', section);
  const body = { title: unique('Lesson'), kind, media: [{ mediaId }] };
  const { data: lesson } = await api.post('/sections/{sectionId}/lessons', { path: { sectionId: made.id }, body });
  await api.post('/lessons/{lessonId}/publish', { path: { lessonId: lesson.id } });
  await api.post('/courses/{courseId}/publish', { path: { courseId } });
  return lesson;
}

const work = (page: Page) => page.getByRole('region', { name: 'What was handed in' });

test('a picture is beside what was asked for and the decision, which is made there', async ({ page }) => {
  const { coach, submissionIds } = await handedIn(await png(page, 'Poster.png'));
  const submissionId = submissionIds[0] ?? '';
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `/work/reviews/${submissionId}`, coach);
  const picture = work(page).getByRole('img', { name: 'Poster.png' });
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
  await expect(work(page)).toContainText('A note on Poster.png');
  const decision = page.getByRole('region', { name: 'Your review' });
  const [shown, decided] = [await picture.boundingBox(), await decision.boundingBox()];
  expect(decided?.x ?? 0).toBeGreaterThan((shown?.x ?? 0) + (shown?.width ?? 0));
  expect(decided?.y ?? Infinity).toBeLessThan(800);
  await expectAccessible(page);
  await expectToFit(page);
  await decision.getByLabel('Verdict').selectOption('accepted');
  await decision.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
});

test('a PDF is opened, a table is downloaded, and audio is played where it is reviewed', async ({ page }) => {
  const [plan, grades] = [pdf('Plan.pdf'), text('Grades.csv', 'name;grade\nMika;1\n', 'text/csv')];
  const { coach, submissionIds } = await handedIn(plan, grades, wav('Talk.wav'));
  await open(page, '/work', coach);
  await expect(page.getByRole('link', { name: 'Open Plan.pdf' })).toBeVisible();
  await page.goto(`/console/work/reviews/${submissionIds[0] ?? ''}`);
  const link = work(page).getByRole('link', { name: 'Open Plan.pdf' });
  const opened = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(opened.headers()['content-disposition']).toMatch(/^inline/);
  expect(await opened.body()).toEqual(plan.buffer);

  await page.goto(`/console/work/reviews/${submissionIds[1] ?? ''}`);
  const download = page.waitForEvent('download');
  await work(page).getByRole('link', { name: 'Download Grades.csv' }).click();
  expect((await download).suggestedFilename()).toBe('Grades.csv');

  await page.goto(`/console/work/reviews/${submissionIds[2] ?? ''}`);
  const audio = work(page).locator('audio');
  await expect(audio).toHaveAttribute('aria-label', 'Talk.wav');
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.duration)).toBe(2);
  await expectAccessible(page);
});

test('the address of a file is read again before it ends', async ({ page }) => {
  const { coach, submissionIds } = await handedIn(await png(page, 'Poster.png'));
  await page.clock.install();
  await open(page, `/work/reviews/${submissionIds[0] ?? ''}`, coach);
  const link = work(page).getByRole('link', { name: 'Open Poster.png' });
  const picture = work(page).getByRole('img', { name: 'Poster.png' });
  const [address, source] = [await link.getAttribute('href'), await picture.getAttribute('src')];
  await page.clock.fastForward('13:00');
  await expect(link).not.toHaveAttribute('href', address ?? '');
  // What is shown already stays as it is.
  await expect(picture).toHaveAttribute('src', source ?? '');
});

test('staff upload a video for a lesson, in which somebody who learns plays and seeks', async ({ page, browser }) => {
  test.slow();
  const { cohort, enrollmentId, key } = await newLearner();
  const film = await webm(page, 'Talk.webm');
  await open(page, '/library');
  await page.getByRole('button', { name: 'Register a video or file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Video, picture or file').setInputFiles(film);
  const title = unique('Talk');
  await dialog.getByLabel('Title').fill(title);
  await expect(dialog).toContainText('Uploaded and checked');
  await expectAccessible(page);
  await expectToFit(page);
  await dialog.getByRole('button', { name: 'Register a video or file' }).click();
  const row = page.getByRole('table', { name: 'Media' }).getByRole('row', { name: title });
  await expect(row.getByRole('link', { name: `Open ${title}` })).toBeVisible();
  const { data } = await api.get('/media', { query: { kind: 'video', limit: 1 } });
  const media = data.items[0];
  expect(media).toMatchObject({ title, stored: true, mimeType: 'video/webm', byteSize: film.buffer.length });

  const lesson = await newLesson(cohort.programId, media?.id ?? '', 'video');
  const context = await browser.newContext();
  const learning = await context.newPage();
  const ranges: number[] = [];
  learning.on('request', (request) => {
    const from = /^bytes=(\d+)-/.exec(request.headers()['range'] ?? '')?.[1];
    if (from !== undefined) ranges.push(Number(from));
  });
  await open(learning, `/my-courses/${enrollmentId}/lessons/${lesson.id}`, { key });
  const video = learning.locator(`video[aria-label="${title}"]`);
  const stateOf = () => video.evaluate(({ duration, currentTime }: HTMLVideoElement) => ({ duration, currentTime }));
  await expect.poll(async () => (await stateOf()).duration).toBe(20);
  const seek = (element: HTMLVideoElement) =>
    new Promise<number>((resolve) => {
      element.onseeked = () => resolve(element.currentTime);
      element.currentTime = 17;
    });
  expect(await video.evaluate(seek)).toBe(17);
  expect(Math.max(...ranges)).toBeGreaterThan(1_000_000);
  await video.evaluate(async (element: HTMLVideoElement) => {
    element.muted = true;
    await element.play();
  });
  await expect.poll(async () => (await stateOf()).currentTime).toBeGreaterThan(17.4);
  // Completing the lesson reads it again, with another address: what plays goes on.
  await learning.getByRole('button', { name: 'Mark as completed' }).click();
  await expect(learning.getByRole('button', { name: 'Mark as not completed' })).toBeVisible();
  expect((await stateOf()).currentTime).toBeGreaterThan(17.4);
  await video.evaluate((element: HTMLVideoElement) => element.pause());
  await expectAccessible(learning);
  await expectToFit(learning);
  await context.close();
});

test('a picture of a lesson is shown to those who learn, and in the preview of its course', async ({ page }) => {
  const { cohort, enrollmentId, key } = await newLearner();
  const media = await register(api, '/media', await png(page, 'Map.png'));
  const lesson = await newLesson(cohort.programId, media.id, 'file');
  const width = () => page.getByRole('img', { name: 'Map.png' }).evaluate((img: HTMLImageElement) => img.naturalWidth);
  await open(page, `/my-courses/${enrollmentId}/lessons/${lesson.id}`, { key });
  await expect.poll(width).toBe(320);
  await expect(page.getByRole('link', { name: 'Open Map.png' })).toBeVisible();
  await expectAccessible(page);
  const browserPage = await page.context().newPage();
  await open(browserPage, `/programs/courses/${lesson.courseId}/preview`);
  await expect(browserPage.getByRole('img', { name: 'Map.png' })).toBeVisible();
});

test('a video of the library that was uploaded is watched there', async ({ page }) => {
  const { cohort, key } = await newLearner();
  const media = await register(api, '/media', await webm(page, unique('Replay')));
  await open(page, '/library');
  await page.getByRole('button', { name: 'Publish a video' }).click();
  const dialog = page.getByRole('dialog');
  const { data: program } = await api.get('/programs/{programId}', { path: { programId: cohort.programId } });
  await choose(page, 'Program', program.name);
  const title = unique('Watching');
  await dialog.getByLabel('Title').fill(title);
  await pick(page, 'Videos', media.title);
  await dialog.getByRole('button', { name: 'Publish a video' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const watching = await page.context().newPage();
  await open(watching, '/my-videos', { key });
  await watching.getByLabel('Find a video').fill(title);
  await watching.getByRole('link', { name: title }).click();
  const duration = () =>
    watching.locator(`video[aria-label="${media.title}"]`).evaluate((element: HTMLVideoElement) => element.duration);
  await expect.poll(duration).toBe(20);
});
