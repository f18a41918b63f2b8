import { csvOf, drawnIn } from './charts.js';
import { api, beginsWith, demo, expect, expectAccessible, expectToFit, open, test } from './console.js';
import { newcomer, newMember, newOutcomes, newPerson, newTask, unique } from './school.js';

const analyticsOf = async (cohortId: string) =>
  (await api.get('/cohorts/{cohortId}/analytics', { path: { cohortId } })).data;

/** Somebody in a cohort of their own who has handed in a task on time, which was accepted at once. */
async function newGraduate() {
  const person = await newPerson();
  const { deliverableId } = await newTask(person.enrollmentId, '2099-01-01T10:00:00Z');
  const body = { kind: 'link' as const, url: 'https://work.example/mine' };
  const { data } = await api.post('/deliverables/{deliverableId}/submissions', { path: { deliverableId }, body });
  const path = { submissionId: data.id };
  await api.post('/submissions/{submissionId}/reviews', { path, body: { verdict: 'accepted' } });
  return person;
}

test('what happened in a cohort is drawn, and what is not measured says why', async ({ page }) => {
  const { cohort } = await newGraduate();
  await open(page, `/cohorts/${cohort.id}`);
  await page.getByRole('link', { name: 'Analytics' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Analytics: ${cohort.name}` })).toBeFocused();
  const rates = page.getByRole('region', { name: 'Rates', exact: true });
  const image = rates.getByRole('img');
  await expect(image).toHaveAccessibleName(/handed in on time: 100\u00a0%\. accepted at once: 100\u00a0%\./);
  await expect(image).toHaveAccessibleName(/completed: not measured: none was closed in the period\./);
  await expect(rates.getByText('present: not measured: no live session has taken place.')).toBeVisible();

  await rates.getByRole('button', { name: 'Table: Rates' }).click();
  const table = rates.getByRole('table', { name: 'Rates' });
  await expect(table.getByRole('row', { name: /^handed in on time/ })).toContainText('100\u00a0%');
  await expect(table.getByRole('row', { name: /^completed/ })).toContainText('not measured: none was closed');
  expect((await csvOf(page, `${cohort.name} Rates`)).lines).toEqual([
    'What,Rate,Measured on',
    'completed,not measured: none was closed in the period,',
    'handed in on time,100,',
    'accepted at once,100,',
    'present,not measured: no live session has taken place,',
    'interventions on time,not measured: none was closed in the period,',
  ]);

  const progress = page.getByRole('region', { name: 'Progress', exact: true });
  await expect(progress.getByText('Not measured: there is nothing to learn yet.')).toBeVisible();
  await expect(progress.locator('canvas')).toHaveCount(0);
  const { enrollments } = await analyticsOf(cohort.id);
  expect(enrollments.byStatus.active).toBe(1);
  await expect(page.getByRole('region', { name: 'Enrollments' }).getByRole('img')).toHaveAccessibleName(/active: 1\./);
  // The bar of those who are active is green.
  expect((await drawnIn(page, 'Enrollments')).colors).toContain('43,138,62');
  await expectAccessible(page);
  await expectToFit(page);
});

test('the effect of interventions says what it does not prove, with and without a value', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const { data: me } = await api.get('/me');
  const { data: planned } = await api.post('/enrollments/{enrollmentId}/interventions', {
    path: { enrollmentId },
    body: {
      reason: 'other',
      title: unique('Call'),
      channel: 'call',
      expectedOutcome: 'None',
      ownerUserId: me.member.accountId,
      dueAt: '2099-01-01T10:00:00Z',
    },
  });
  const path = { interventionId: planned.id };
  await api.post('/interventions/{interventionId}/close', { path, body: { status: 'completed', outcome: 'Reached' } });
  await open(page, `/cohorts/${cohort.id}/analytics`);
  const effect = page.getByRole('region', { name: 'Effect of interventions', exact: true });
  await expect(effect).toContainText('Not measured: the 14 days afterwards have not passed for any.');
  await expect(effect).toContainText('No cause: there is no group without interventions to compare with');
  await expect(effect.locator('canvas')).toHaveCount(0);

  // Two weeks do not pass in a test: one figure of the answer is replaced.
  await page.route('**/api/v1/**/analytics', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { interventions: object } };
    answer.data.interventions = {
      ...answer.data.interventions,
      effect: { measured: true, sample: 12, improved: 7, unchanged: 4, worsened: 1 },
    };
    await route.fulfill({ response, json: answer });
  });
  await page.reload();
  await expect(effect.getByRole('img')).toHaveAccessibleName(/improved: 7\. unchanged: 4\. worsened: 1\./);
  await expect(effect).toContainText('measured on 12.');
  await expect(effect).toContainText('No cause: there is no group without interventions to compare with');
  expect((await drawnIn(page, 'Effect of interventions')).colors).toContain('201,42,42');
  await expectAccessible(page);
});

test('the mean change of measures, whose names a spreadsheet would run, is a table with a file', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const formula = `=1+${unique('formula')}`;
  await newOutcomes(cohort.programId, enrollmentId, { name: formula, unit: '@home', decimals: 1 }, [
    ['baseline', 3, '2026-10-01T10:00:00Z'],
    ['reading', 2.5, '2026-11-01T10:00:00Z'],
  ]);
  const empty = await newOutcomes(cohort.programId, enrollmentId, {}, []);
  await open(page, `/cohorts/${cohort.id}/analytics`);
  const row = page.getByRole('table', { name: 'Outcomes' }).getByRole('row', { name: empty.name });
  await expect(row).toContainText('not measured');
  const { lines } = await csvOf(page, `${cohort.name} Outcomes`);
  expect(lines[0]).toBe('Measure,Unit,Mean change,Measured on');
  expect(lines.slice(1).sort()).toEqual(
    [`'${formula},'@home,-0.5,1`, `${empty.name},,not measured: there is no reading,`].sort(),
  );
});

test('a coach sees the analytics of those assigned to them, and no page about coaches', async ({ page }) => {
  await open(page, `/cohorts/${demo.cohortId}/analytics`, 'coach');
  await expect(page.getByText('Only the members assigned to you are counted.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Rates', exact: true }).locator('canvas')).toBeVisible();
  await page.goto('/console/coaches');
  await expect(page.getByRole('alert')).toContainText('Your role does not allow this');
});

test('coaches are compared by what they have in hand, also by the keyboard', async ({ page }) => {
  const { cohort, enrollmentId } = await newPerson();
  const assignment = { role: 'coach', scope: 'enrollment', enrollmentId } as const;
  const { member } = await newcomer('MEMBER', assignment);
  const formula = await newMember(`=2+${unique('Coach')}`.replaceAll(' ', ''));
  await api.post('/responsibilities', { body: { memberId: formula.id, ...assignment } });
  await open(page, '/coaches', 'director');
  const input = page.getByRole('combobox', { name: 'Cohort' });
  await input.fill(cohort.name);
  await page.getByRole('option', { name: beginsWith(cohort.name) }).click();
  const rows = page.getByRole('table', { name: 'All coaches' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: member.name })).toContainText('none yet (nothing was reviewed yet)');
  const active = page.getByRole('region', { name: 'Active people', exact: true });
  await expect(active.getByRole('img')).toHaveAccessibleName(new RegExp(`${member.name}: 1\\.`));
  await page.getByRole('button', { name: 'Hours to a verdict' }).focus();
  await page.keyboard.press('Enter');
  const hours = page.getByRole('region', { name: 'Hours to a verdict', exact: true });
  await expect(hours.getByText('Not measured: nothing was reviewed yet.')).toBeVisible();
  const { lines } = await csvOf(page, 'All coaches');
  expect(lines).toHaveLength(3);
  expect(lines).toContain(`${member.name},1,1,1,0,0,0,not measured: nothing was reviewed yet`);
  expect(lines).toContain(`'${formula.name},1,1,1,0,0,0,not measured: nothing was reviewed yet`);
  await expectAccessible(page);
  await expectToFit(page);
});
