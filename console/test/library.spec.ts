import type { Page } from '@playwright/test';
import { api, choose, expect, expectAccessible, expectToFit, open, pick, test } from './console.js';
import { newcomer, newPerson, newProgram, unique } from './school.js';

/** Videos are elsewhere: the page asks their host for them. */
async function serveVideos(page: Page, faults: string[]) {
  await page.route('https://media.example/**', (route) =>
    route.fulfill({ status: 200, contentType: 'video/mp4', body: '' }),
  );
  return () => {
    expect(faults.every((fault) => fault.startsWith('requested https://media.example/'))).toBe(true);
    faults.splice(0);
  };
}

async function newVideo() {
  const title = unique('Talk');
  const body = { kind: 'video' as const, title, mimeType: 'video/mp4', url: 'https://media.example/talk.mp4' };
  return (await api.post('/media', { body })).data;
}

test('a video is registered, published, changed, unpublished and published again', async ({ page, faults }) => {
  const done = await serveVideos(page, faults);
  const program = await newProgram();
  await open(page, '/library');
  await page.getByRole('button', { name: 'Register a video or file' }).click();
  const dialog = page.getByRole('dialog');
  const part = unique('Part');
  await dialog.getByLabel('Where it is').selectOption('address');
  await dialog.getByLabel('Title').fill(part);
  await dialog.getByLabel('MIME type').fill('video/mp4');
  await dialog.getByLabel('Address').fill('https://media.example/part.mp4');
  await dialog.getByRole('button', { name: 'Register a video or file' }).click();
  await expect(page.getByRole('table', { name: 'Media' }).getByRole('row', { name: part })).toBeVisible();

  await page.getByRole('button', { name: 'Publish a video' }).click();
  const title = unique('Giving feedback');
  await choose(page, 'Program', program.name);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Description').fill('How to **say** it.');
  await pick(page, 'Videos', part);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Publish a video' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.locator(`video[aria-label="${part}"]`)).toHaveAttribute('src', 'https://media.example/part.mp4');
  await expect(page.locator('strong', { hasText: 'say' })).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);

  await page.getByRole('button', { name: 'Edit the video' }).click();
  await dialog.getByLabel('Title').fill(`${title}, revised`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${title}, revised` })).toBeVisible();
  await page.getByRole('button', { name: 'Unpublish' }).click();
  await dialog.getByRole('button', { name: 'Unpublish' }).click();
  await page.getByRole('button', { name: 'Publish again' }).click();
  await dialog.getByRole('button', { name: 'Publish again' }).click();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
  const { data } = await api.get('/video-resources', { query: { programId: program.id } });
  expect(data.items).toMatchObject([{ title: `${title}, revised`, status: 'published' }]);
  done();
});

test('somebody who learns finds the video, watches it and asks about it', async ({ page, faults }) => {
  const done = await serveVideos(page, faults);
  const [{ cohort, member }, media] = [await newPerson(), await newVideo()];
  const { data: key } = await api.post('/api-keys', { body: { memberId: member.id, name: 'Console' } });
  const body = {
    programId: cohort.programId,
    kind: 'replay_other',
    category: 'video',
    title: unique('Asking'),
  } as const;
  await api.post('/video-resources', { body: { ...body, videos: [{ mediaId: media.id }] } });
  await open(page, '/my-videos', { key: String(key.key) });
  await page.getByLabel('Find a video').fill(body.title);
  await page.getByRole('link', { name: body.title }).click();
  await expect(page.locator(`video[aria-label="${media.title}"]`)).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('button', { name: 'Ask a question' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Where is the text of it?');
  await dialog.getByRole('button', { name: 'Ask a question' }).click();
  await expect(dialog).toHaveCount(0);
  const { data } = await api.get('/video-questions', { query: { programId: cohort.programId } });
  expect(data.items).toMatchObject([{ body: 'Where is the text of it?', memberName: member.name }]);
  done();
});

test('a coach publishes videos and changes none; what is unpublished is for administrators', async ({
  page,
  faults,
}) => {
  const done = await serveVideos(page, faults);
  const [{ cohort }, media] = [await newPerson(), await newVideo()];
  const coach = await newcomer('MEMBER', { role: 'coach', scope: 'cohort', cohortId: cohort.id });
  const body = {
    programId: cohort.programId,
    kind: 'replay_other',
    category: 'replay',
    title: unique('Replay'),
  } as const;
  await api.post('/video-resources', { body: { ...body, videos: [{ mediaId: media.id }] } });
  await open(page, '/library', coach);
  await expect(page.getByRole('button', { name: 'Publish a video' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'unpublished' })).toHaveCount(0);
  await page.getByLabel('Find a video').fill(body.title);
  await page.getByRole('link', { name: body.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: body.title })).toBeVisible();
  await expect(page.getByRole('button', { name: /Edit|Unpublish/ })).toHaveCount(0);
  done();
});
