import { afterEach, describe, expect, it } from '@jest/globals';
import { JobWorker } from '#kernel/jobs';
import type { Cockpit } from '#insights/cockpit/cockpit.dto.js';
import type { CockpitDay, MissedDay } from '#insights/cockpit-history/cockpit-history.dto.js';
import { School } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

const DAY_MS = 86_400_000;
const { app, school } = useSchool({ isOwn: true });

afterEach(() => app.moveClock(0));

const record = () => app.nest.get(JobWorker, { strict: false }).runOnce();

async function historyOf(cohort: string, query = ''): Promise<(CockpitDay | MissedDay)[]> {
  const response = await school.owner.client.get(`/cohorts/${cohort}/cockpit/history?${query}`);
  expect(response.status).toBe(200);
  return (response.body as { data: { items: (CockpitDay | MissedDay)[] } }).data.items;
}

/** The date in a time zone, `days` from now. */
function dateIn(timezone: string, days = 0): string {
  const at = new Date(app.now().getTime() + days * DAY_MS);
  return new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(at);
}

describe('the history of a cockpit', () => {
  it('has the numbers of the cockpit as they were when a worker first looked on that day', async () => {
    const cohort = await school.cohort({ status: 'active', timezone: 'Europe/Paris' });
    const enrollment_id = await school.enrollment({ cohort_id: cohort });
    await school.enrollment({ cohort_id: cohort, status: 'pending' });
    await school.blocker(enrollment_id, { urgency: 'urgent' });
    const { body } = await school.owner.client.get(`/cohorts/${cohort}/cockpit`);
    const { members, rhythm, reviews, blockers, withoutIntervention, absences } = (body as { data: Cockpit }).data;
    await record();
    await school.blocker(enrollment_id);
    await record();
    const today = dateIn('Europe/Paris');
    expect((await historyOf(cohort)).at(-1)).toEqual({
      ...{ date: today, measured: true, members, rhythm, reviews, blockers, withoutIntervention, absences },
      asOf: expect.stringMatching(/Z$/) as unknown,
    });
  });

  it('has the reviews that are overdue after the hours that the organization set', async () => {
    const cohort_id = await school.cohort({ status: 'active' });
    await school.owner.client.patch('/organization', { reviewDueHours: 0 });
    await school.handedIn({ cohort_id });
    await record();
    const [today] = (await historyOf(cohort_id)).slice(-1);
    expect((today as CockpitDay).reviews).toEqual({ measured: true, total: 1, highlighted: 1 });
  });

  it('has each day once, and shows a day on which no worker ran as not recorded', async () => {
    const cohort = await school.cohort({ status: 'open', timezone: 'Pacific/Auckland' });
    for (const days of [0, 1, 3]) {
      app.moveClock(days * DAY_MS);
      await record();
    }
    const items = await historyOf(cohort, `from=${dateIn('Pacific/Auckland', -4)}`);
    const dates = [-4, -3, -2, -1, 0].map((days) => dateIn('Pacific/Auckland', days));
    expect(items.map(({ date, measured }) => [date, measured])).toEqual(
      dates.map((date, index) => [date, [false, true, true, false, true][index]]),
    );
    expect(items[3]).toEqual({ date: dates[3], measured: false, reason: 'not_recorded' });
  });

  it('begins a new day at midnight of the time zone of the cohort', async () => {
    const cohort = await school.cohort({ status: 'active', timezone: 'Asia/Tokyo' });
    await record();
    const today = dateIn('Asia/Tokyo');
    const midnight = Date.parse(`${today}T00:00:00+09:00`) + DAY_MS;
    app.moveClock(midnight - app.now().getTime() - 60_000);
    await record();
    expect((await historyOf(cohort, `from=${today}`)).map(({ date }) => date)).toEqual([today]);
    app.moveClock(midnight - Date.now() + 60_000);
    await record();
    expect((await historyOf(cohort, `from=${today}`)).map(({ measured }) => measured)).toEqual([true, true]);
  });

  it('begins at once for a cohort that is opened, and has no days of one that is a draft, completed or archived', async () => {
    await record();
    const drafted = await school.cohort({ status: 'draft' });
    const completed = await school.cohort({ status: 'completed' });
    await record();
    for (const cohort of [drafted, completed]) expect((await historyOf(cohort)).at(-1)?.measured).toBe(false);
    await school.owner.client.post(`/cohorts/${drafted}/status`, { status: 'open' });
    await record();
    expect((await historyOf(drafted)).at(-1)?.measured).toBe(true);
  });

  it('has 90 days by default and at most 400', async () => {
    const cohort = await school.cohort({ status: 'active' });
    expect(await historyOf(cohort)).toHaveLength(90);
    expect(await historyOf(cohort, 'from=2030-01-01&to=2031-02-04')).toHaveLength(400);
    for (const query of ['from=2030-01-01&to=2031-02-05', 'from=2030-01-02&to=2030-01-01', 'to=2030-02-30']) {
      const response = await school.owner.client.get(`/cohorts/${cohort}/cockpit/history?${query}`);
      expect([query, response.status, response.body.details]).toMatchObject([query, 400, [{ field: 'to' }]]);
    }
  });

  it('is of the whole cohort: for nobody but OWNER, ADMIN and an organization-scoped director, and within the organization', async () => {
    const cohort = await school.cohort({ status: 'active' });
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: cohort });
    const director = await school.person('MEMBER', { role: 'program_director' });
    const other = await School.open(app);
    const path = `/cohorts/${cohort}/cockpit/history`;
    expect((await coach.client.get(path)).status).toBe(404);
    expect((await director.client.get(path)).status).toBe(200);
    expect((await other.owner.client.get(path)).status).toBe(404);
  });
});
