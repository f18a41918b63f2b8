import type { Schemas } from '@delivery-service/client';
import { api, demo, expect, expectAccessible, open, test } from './console.js';
import { ALL, LEARNER, DIRECTOR, STAFF } from './navigation.js';
import { newcomer, newPerson, newTask, type Assignment } from './school.js';

interface Case {
  who: string;
  screens: string[];
  role?: Schemas['Member']['role'];
  assignments?: (place: { programId: string; cohortId: string; enrollmentId: string }) => Assignment[];
  /** A page that is refused, and what it says. */
  refused: { path: (otherEnrollmentId: string) => string; says: string };
}

const notTheirs = { path: (id: string) => `/enrollments/${id}`, says: 'Not found, or not yours to see' };
const notAllowed = (path: string) => ({ path: () => path, says: 'Your role does not allow this' });

const CASES: Case[] = [
  {
    who: 'a program director of the organization',
    screens: DIRECTOR,
    assignments: () => [{ role: 'program_director', scope: 'organization' }],
    refused: notAllowed('/audit'),
  },
  {
    who: 'a program director of one program',
    screens: [
      'Programs',
      'Forms',
      'Groups',
      'Community',
      'Moderation',
      'Video library',
      'Calendar feeds',
      'Organization',
    ],
    assignments: ({ programId }) => [{ role: 'program_director', scope: 'program', programId }],
    refused: { path: () => `/cohorts/${demo.cohortId}`, says: 'Not found, or not yours to see' },
  },
  {
    who: 'a coach of one enrollment',
    screens: STAFF.filter((name) => name !== 'Moderation'),
    assignments: ({ enrollmentId }) => [{ role: 'coach', scope: 'enrollment', enrollmentId }],
    refused: notTheirs,
  },
  {
    who: 'a coach of a cohort',
    screens: STAFF,
    assignments: ({ cohortId }) => [{ role: 'coach', scope: 'cohort', cohortId }],
    refused: notAllowed('/people'),
  },
  {
    who: 'a reviewer',
    screens: ['My work', 'Programs', 'Forms', 'Groups', 'Community', 'Video library', 'Calendar feeds', 'Organization'],
    assignments: ({ cohortId }) => [{ role: 'reviewer', scope: 'cohort', cohortId }],
    refused: { path: (id) => `/enrollments/${id}`, says: 'Your role does not allow this' },
  },
];

for (const { who, screens, assignments, refused } of CASES) {
  test(`${who} sees their screens, and is told why another one is refused`, async ({ page }) => {
    const { cohort, enrollmentId } = await newPerson();
    const place = { programId: cohort.programId, cohortId: cohort.id, enrollmentId };
    const { key } = await newcomer('MEMBER', ...(assignments?.(place) ?? []));
    await open(page, '/', { key });
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    await expect(links).toHaveText(screens);
    for (const name of screens) {
      await links.filter({ hasText: name }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.goto(`/console${refused.path(demo.enrollmentId)}`);
    await expect(page.getByRole('alert')).toContainText(refused.says);
    await expectAccessible(page);
  });
}

for (const role of ['OWNER', 'ADMIN'] as const) {
  test(`an ${role} sees every screen, and is told that nobody decides on themselves`, async ({ page }) => {
    const { member, key } = await newcomer(role);
    const { cohort } = await newPerson();
    const path = { cohortId: cohort.id };
    const body = { memberId: member.id, status: 'active' as const };
    const { data: enrollment } = await api.post('/cohorts/{cohortId}/enrollments', { path, body });
    const { deliverableId } = await newTask(enrollment.id);
    const link = { kind: 'link' as const, url: 'https://work.example/mine' };
    await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body: link });
    await open(page, '/', { key });
    const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
    // They are enrolled, too.
    await expect(links).toHaveText([...ALL, ...LEARNER]);
    for (const name of [...ALL, ...LEARNER]) {
      await links.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
    await page.goto(`/console/enrollments/${enrollment.id}?part=tasks`);
    await page.getByRole('button', { name: 'Deliverables and submissions' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Verdict').selectOption('accepted');
    await dialog.getByRole('button', { name: 'Review' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Refused: nothing was changed');
    await expect(dialog.getByRole('alert')).toContainText('own');
    await expectAccessible(page);
  });
}

test('a member without a role is told that there is nothing for them, whatever the address', async ({ page }) => {
  const { key } = await newcomer('MEMBER');
  await open(page, '/', { key });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing for you in the console');
  await expect(page.getByRole('navigation', { name: 'Screens' }).getByRole('link')).toHaveCount(0);
  await page.goto('/console/audit');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing for you in the console');
  await expectAccessible(page);
});

test('a director of one program reads what is taught in it, and is told what is shown to others', async ({ page }) => {
  const { cohort } = await newPerson();
  const { programId } = cohort;
  const { key } = await newcomer('MEMBER', { role: 'program_director', scope: 'program', programId });
  await open(page, `/programs/${programId}`, { key });
  await expect(page.getByRole('region', { name: 'Courses' })).toBeVisible();
  await page.getByRole('link', { name: cohort.name }).click();
  await expect(page.getByText('Members and their tasks are shown to directors')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Live sessions' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a program director reads questions, and is told who answers them', async ({ page }) => {
  await open(page, '/work', 'director');
  const questions = page.getByRole('region', { name: 'Open video questions' });
  await expect(questions).toContainText('as a program director you may read');
  await expect(questions.getByRole('button', { name: 'Answer' })).toHaveCount(0);
  await expect(questions.getByRole('button', { name: 'Decline' })).toHaveCount(0);
});
