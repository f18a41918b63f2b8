import { DeliveryClient } from '@delivery-service/client';
import { api, choose, demo, expect, expectAccessible, expectToFit, open, serviceUrl, test } from './console.js';
import { newMember, newPerson, newTask, unique } from './school.js';
import { REVIEWER } from './navigation.js';

test('one’s own interventions, what waits for one’s review, and open questions', async ({ page }) => {
  await open(page, '/work', 'coach');
  for (const name of ['My interventions', 'Reviews waiting', 'Open video questions']) {
    await expect(page.getByRole('region', { name })).toBeVisible();
  }
  await expect(page.getByRole('region', { name: 'Interventions that nobody can carry out' })).toHaveCount(0);
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
  await expectAccessible(page);
  await expectToFit(page);
});

test('what is due is closed, and leaves the queue', async ({ page }) => {
  const { enrollmentId, cohort, member } = await newPerson();
  const title = unique('Call');
  const body = { reason: 'other', title, channel: 'call', expectedOutcome: 'None' } as const;
  const dueAt = '2099-01-01T10:00:00Z';
  await api.post('/enrollments/{enrollmentId}/interventions', {
    path: { enrollmentId },
    body: { ...body, dueAt, ownerUserId: demo.ownerAccountId },
  });
  await open(page, '/work');
  await page.getByRole('switch', { name: 'Include those not due yet' }).check();
  const row = page.getByRole('row', { name: title });
  await expect(row.getByRole('link', { name: member.name })).toBeVisible();
  await expect(row).toContainText(cohort.name);
  // The browser is in New York, the cohort in Lisbon.
  await expect(row).toContainText('1 Jan 2099, 10:00 WET');
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('dialog').getByLabel('Due')).toHaveValue('2099-01-01T10:00');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: 'Close' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Outcome').fill('Done');
  await expect(dialog).toContainText(member.name);
  await dialog.getByRole('button', { name: 'Close the intervention' }).click();
  await expect(row).toHaveCount(0);
});

test('an administrator finds interventions whose owner has left, and gives them to somebody else', async ({ page }) => {
  const { enrollmentId } = await newPerson();
  const owner = await newMember(unique('Leaver'), 'ADMIN');
  const title = unique('Orphan');
  await api.post('/enrollments/{enrollmentId}/interventions', {
    path: { enrollmentId },
    body: {
      reason: 'other',
      title,
      channel: 'call',
      ownerUserId: owner.accountId,
      dueAt: '2099-01-01T10:00:00Z',
      expectedOutcome: 'None',
    },
  });
  await api.delete('/members/{memberId}', { path: { memberId: owner.id } });
  await open(page, '/work', 'admin');
  const orphaned = page.getByRole('region', { name: 'Interventions that nobody can carry out' });
  const row = orphaned.getByRole('row', { name: title });
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await choose(page, 'Responsible', 'Olivia', /Olivia Owner/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(row).toHaveCount(0);
});

test('a question is answered', async ({ page }) => {
  const member = new DeliveryClient({ url: serviceUrl, apiKey: demo.keys.learner });
  const body = unique('How');
  await member.post('/me/video-questions', { body: { enrollmentId: demo.enrollmentId, body } });
  await open(page, '/work');
  const row = page.getByRole('row', { name: body });
  await row.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('dialog').getByLabel('Answer').fill('Like this');
  await page.getByRole('dialog').getByRole('button', { name: 'Answer' }).click();
  await expect(row).toHaveCount(0);
  const { data } = await api.get('/video-questions', { query: { status: 'answered', limit: 100 } });
  expect(data.items.find((question) => question.body === body)?.answerText).toBe('Like this');
});

test('a reviewer sees what waits for their review, and nothing of other people', async ({ page }) => {
  const { enrollmentId, cohort, member } = await newPerson();
  const reviewer = await newMember(unique('Reviewer'));
  const scope = { scope: 'cohort', cohortId: cohort.id } as const;
  await api.post('/responsibilities', { body: { memberId: reviewer.id, role: 'reviewer', ...scope } });
  const { data: made } = await api.post('/api-keys', { body: { memberId: reviewer.id, name: 'Reviews' } });
  const { deliverableId } = await newTask(enrollmentId, null, 'reviewer');
  const note = unique('Note');
  const body = { kind: 'link' as const, url: 'https://work.example/mine', note };
  await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  await open(page, '/', { key: String(made.key) });
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveText(REVIEWER);
  await expect(page.getByRole('region', { name: 'My interventions' })).toHaveCount(0);
  const row = page.getByRole('row', { name: note });
  // Whose work it is; nothing else of them.
  await expect(row).toContainText(member.name);
  await expect(row.getByRole('link', { name: member.name, exact: true })).toHaveCount(0);
  await row.getByRole('link', { name: 'Review' }).click();
  await page.getByLabel('Verdict').selectOption('accepted');
  await page.getByRole('button', { name: 'Review' }).click();
  await expect(page.getByText(/^The review of .* is recorded\.$/)).toBeVisible();
  await page.goto('/console/work');
  await expect(page.getByRole('region', { name: 'Reviews waiting' })).toContainText('No submissions are waiting');
});
