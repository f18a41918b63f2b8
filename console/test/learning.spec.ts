import { api, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newMember, newProgram, unique } from './school.js';

/** Somebody enrolled in a program with one course of two lessons, a path and a milestone. */
async function newLearner() {
  const { id: programId } = await newProgram();
  const cohortBody = { name: unique('Cohort'), timezone: 'Europe/Lisbon', startDate: '2026-01-12' };
  const path = { programId };
  const { data: cohort } = await api.post('/programs/{programId}/cohorts', { path, body: cohortBody });
  for (const status of ['open', 'active'] as const) {
    await api.post('/cohorts/{cohortId}/status', { path: { cohortId: cohort.id }, body: { status } });
  }
  const { data: course } = await api.post('/programs/{programId}/courses', { path, body: { title: unique('Course') } });
  const courseId = course.id;
  const { data: section } = await api.post('/courses/{courseId}/sections', {
    path: { courseId },
    body: { title: 'First week' },
  });
  const titles = [unique('Lesson'), unique('Lesson')];
  for (const title of titles) {
    const body = { title, kind: 'text' as const, body: 'Read this.' };
    const { data: lesson } = await api.post('/sections/{sectionId}/lessons', { path: { sectionId: section.id }, body });
    await api.post('/lessons/{lessonId}/publish', { path: { lessonId: lesson.id } });
  }
  await api.post('/courses/{courseId}/publish', { path: { courseId } });
  const pathBody = { name: unique('Path'), courseIds: [courseId] };
  const { data: way } = await api.post('/programs/{programId}/paths', { path, body: pathBody });
  await api.post('/paths/{pathId}/activate', { path: { pathId: way.id } });
  const milestone = { title: unique('Milestone'), requirement: { kind: 'manual' as const } };
  await api.post('/programs/{programId}/milestones', { path, body: milestone });
  const member = await newMember();
  const body = { memberId: member.id, status: 'active' as const };
  const { data: made } = await api.post('/cohorts/{cohortId}/enrollments', { path: { cohortId: cohort.id }, body });
  return { cohort, course, titles, way, milestone, member, enrollmentId: made.id };
}

test('a coach completes a lesson for somebody, takes it back, and gives them a path', async ({ page }) => {
  const { enrollmentId, course, titles, way } = await newLearner();
  await open(page, `/enrollments/${enrollmentId}?part=progress`);
  const briefing = page.getByRole('region', { name: 'Briefing' });
  await expect(briefing).toContainText('0 of 2 lessons (0%)');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: `Lessons of ${course.title}` }).click();
  const row = page.getByRole('table', { name: `Lessons of ${course.title}` }).getByRole('row', { name: titles[0] });
  await row.getByRole('button', { name: 'Complete' }).click();
  await dialog.getByRole('button', { name: 'Complete' }).click();
  await expect(briefing).toContainText('1 of 2 lessons (50%)');
  await expectAccessible(page);
  await expectToFit(page);
  await row.getByRole('button', { name: 'Undo completion' }).click();
  await dialog.getByRole('button', { name: 'Undo completion' }).click();
  await expect(briefing).toContainText('0 of 2 lessons (0%)');
  await expect(row.getByRole('button', { name: 'Complete' })).toBeVisible();

  await page.getByRole('button', { name: 'Assign a path' }).click();
  await dialog.getByLabel('Path').selectOption({ label: way.name });
  await dialog.getByRole('button', { name: 'Assign a path' }).click();
  await expect(briefing).toContainText(way.name);
  const { data } = await api.get('/enrollments/{enrollmentId}/progress', { path: { enrollmentId } });
  expect(data.path?.id).toBe(way.id);
});

test('a milestone is recorded as reached, and revoked with a reason', async ({ page }) => {
  const { enrollmentId, milestone } = await newLearner();
  await open(page, `/enrollments/${enrollmentId}?part=progress`);
  const row = page.getByRole('table', { name: 'Milestones' }).getByRole('row', { name: milestone.title });
  const dialog = page.getByRole('dialog');
  for (let time = 0; time < 2; time += 1) {
    await row.getByRole('button', { name: 'Record as reached' }).click();
    await dialog.getByLabel('Note').fill('Seen');
    await dialog.getByRole('button', { name: 'Record as reached' }).click();
    await expect(row).toContainText('reached');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByLabel('Reason').fill('Somebody else');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await expect(row.getByRole('button', { name: 'Record as reached' })).toBeVisible();
  }
});

test('the progress of a cohort is a list, which the cockpit leads to', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}`, 'coach');
  await page.getByRole('link', { name: 'Progress' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Progress: Harbour cohort');
  const rows = page.getByRole('table', { name: 'Progress' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Lea Harbour' })).toContainText('lessons');
  await expectAccessible(page);
  await expectToFit(page);
  await page.getByRole('link', { name: 'Lea Harbour' }).click();
  await expect(page.getByRole('table', { name: 'Courses' })).toBeVisible();
});
