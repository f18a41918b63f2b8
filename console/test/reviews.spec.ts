import { DeliveryClient } from '@delivery-service/client';
import type { Request } from '@playwright/test';
import { api, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { newMember, newPerson, newTask, unique } from './school.js';

/** A reviewer of a cohort of their own, where nothing waits but what the test hands in. */
async function newReviewer(cohortId: string, role: 'coach' | 'reviewer' = 'coach') {
  const { id: memberId } = await newMember(unique('Reviewer'));
  await api.post('/responsibilities', { body: { memberId, role, scope: 'cohort', cohortId } });
  const { data } = await api.post('/api-keys', { body: { memberId, name: 'Reviews' } });
  return String(data.key);
}

async function handIn(deliverableId: string, note: string): Promise<string> {
  const body = { kind: 'link' as const, url: 'https://work.example/mine', note };
  const { data } = await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  return data.id;
}

test('reviews begin with the longest wait, and lead from one to the next', async ({ page }) => {
  const { enrollmentId, cohort, member } = await newPerson();
  const key = await newReviewer(cohort.id);
  const [first, second] = [await newTask(enrollmentId), await newTask(enrollmentId)];
  const notes = [unique('First'), unique('Second')];
  await handIn(first.deliverableId, notes[0] ?? '');
  await handIn(second.deliverableId, notes[1] ?? '');
  await open(page, '/work', { key });
  const rows = page.getByRole('region', { name: 'Reviews waiting' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText(notes[0] ?? '');
  await expect(rows.nth(1)).toContainText(/just now|1 minute ago/);
  await expect(rows.nth(1).getByRole('link', { name: member.name, exact: true })).toBeVisible();
  await expect(rows.nth(1)).toContainText(cohort.name);
  await rows.nth(1).getByRole('link', { name: 'Review' }).click();

  const work = page.getByRole('region', { name: 'What was handed in' });
  await expect(work).toContainText(notes[0] ?? '');
  await expect(page.getByText('1 other waiting for your review')).toBeVisible();
  await expectAccessible(page);
  await expectToFit(page);
  const send = page.getByRole('region', { name: 'Your review' }).getByRole('button', { name: 'Review' });
  await send.click();
  // Nothing is accepted that nobody has decided.
  await expect(page.getByText('Enter a value.')).toBeVisible();
  await page.getByLabel('Verdict').selectOption('changes_requested');
  await page.getByLabel('Comment for the member').fill('Say more of the goals');
  await send.click();
  await expect(work).toContainText(notes[1] ?? '');
  await page.getByLabel('Verdict').selectOption('accepted');
  await send.click();
  await expect(page.getByRole('heading', { level: 1, name: 'My work' })).toBeVisible();
  await expect(rows).toHaveCount(0);
  const read = async (deliverableId: string) =>
    (await api.get('/deliverables/{deliverableId}/submissions', { path: { deliverableId } })).data.items;
  expect(await read(first.deliverableId)).toMatchObject([
    { status: 'changes_requested', review: { comment: 'Say more of the goals' } },
  ]);
  expect(await read(second.deliverableId)).toMatchObject([{ status: 'accepted' }]);
});

test('an earlier round and what was said of it are beside the work', async ({ page }) => {
  const { enrollmentId, cohort } = await newPerson();
  const key = await newReviewer(cohort.id);
  const { deliverableId } = await newTask(enrollmentId);
  const [before, now] = [unique('Draft'), unique('Better')];
  const submissionId = await handIn(deliverableId, before);
  const body = { verdict: 'changes_requested' as const, comment: 'Too short' };
  await api.post('/submissions/{submissionId}/reviews', { path: { submissionId }, body });
  const again = await handIn(deliverableId, now);
  await open(page, `/work/reviews/${again}`, { key });
  await expect(page.getByRole('region', { name: 'What was handed in' })).toContainText(now);
  const earlier = page.getByRole('region', { name: 'Earlier rounds' });
  await expect(earlier).toContainText(before);
  await expect(earlier).toContainText('Too short');
  await expect(earlier).not.toContainText(now);
});

test('a review that somebody else has given meanwhile is refused, and said to be settled', async ({ page }) => {
  const { enrollmentId, cohort } = await newPerson();
  const key = await newReviewer(cohort.id);
  const { deliverableId } = await newTask(enrollmentId);
  const submissionId = await handIn(deliverableId, unique('Note'));
  await open(page, `/work/reviews/${submissionId}`, { key });
  await page.getByLabel('Verdict').selectOption('accepted');
  await api.post('/submissions/{submissionId}/reviews', { path: { submissionId }, body: { verdict: 'accepted' } });
  await page.getByRole('region', { name: 'Your review' }).getByRole('button', { name: 'Review' }).click();
  await expect(page.getByRole('alert')).toContainText('already reviewed');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'This review is not waiting' })).toBeVisible();
});

test('what another cohort has handed in is not shown, whoever has its address', async ({ page }) => {
  const [mine, other] = [await newPerson(), await newPerson()];
  const key = await newReviewer(mine.cohort.id, 'reviewer');
  const { deliverableId } = await newTask(other.enrollmentId, null, 'reviewer');
  const note = unique('Secret');
  const submissionId = await handIn(deliverableId, note);
  const client = new DeliveryClient({ url: serviceUrl, apiKey: key });
  expect((await client.get('/reviews', {})).data.items).toEqual([]);
  await open(page, `/work/reviews/${submissionId}`, { key });
  await expect(page.getByRole('heading', { level: 1, name: 'This review is not waiting' })).toBeVisible();
  await expect(page.getByText(note)).toHaveCount(0);
});

for (const path of ['/work', '/audit']) {
  test(`${path} is shown with at most 8 requests`, async ({ page }) => {
    for (let count = 0; count < 3; count += 1)
      await handIn((await newTask((await newPerson()).enrollmentId)).deliverableId, 'x');
    const asked: string[] = [];
    page.on('request', (request: Request) => {
      if (request.url().includes('/api/v1/')) asked.push(new URL(request.url()).pathname);
    });
    await open(page, path);
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length, asked.join(' ')).toBeLessThanOrEqual(8);
  });
}
