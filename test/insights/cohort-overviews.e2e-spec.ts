import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Cockpit } from '#insights/cockpit/cockpit.dto.js';
import type { CohortOverview } from '#insights/cohort-overview/cohort-overview.dto.js';
import { Clock } from '#kernel/clock';
import { Dice } from '../support/dice.js';
import type { Person } from '../support/school.js';
import { countStatements } from '../support/statement-count.js';
import { useSchool } from '../support/use-school.js';
import { randomCohort } from './random-cohort.js';

const NOW = new Date('2030-03-20T12:00:00.000Z');

const { app, school } = useSchool();

beforeEach(() => {
  app.nest.get(Clock, { strict: false }).now = () => NOW;
});

async function overviews(query = '', { client }: Person = school.owner): Promise<CohortOverview[]> {
  const response = await client.get(`/cohort-overviews?${query}`);
  expect(response.status).toBe(200);
  return (response.body.data as { items: CohortOverview[] }).items;
}

describe('overviews of cohorts', () => {
  it('have the numbers of the cockpit, for the whole cohort and for coaches, in random cohorts', async () => {
    const dice = new Dice(20_261_124);
    const enrollments: string[] = [];
    for (let count = 0; count < 20; count += 1)
      enrollments.push(...(await randomCohort(school, dice, NOW)).enrollmentIds);
    const coached = enrollments.filter(() => dice.chance(0.3));
    const coach = await school.person(
      'MEMBER',
      ...coached.map((enrollmentId) => ({ role: 'coach' as const, enrollmentId })),
    );
    for (const person of [school.owner, coach]) {
      const items = await overviews('limit=20', person);
      expect(items.length).toBeGreaterThan(5);
      for (const { cohort, nextLive, asOf, ...numbers } of items) {
        const cockpit = (await person.client.get(`/cohorts/${cohort.id}/cockpit`)).body.data as Cockpit;
        expect(cockpit).toMatchObject(numbers);
        expect(nextLive?.id).toBe(cockpit.upcomingLives[0]?.id);
        expect([cohort.name, cohort.status, asOf]).toEqual([
          cockpit.cohort.name,
          cockpit.cohort.status,
          NOW.toISOString(),
        ]);
      }
    }
  });

  it('are those of open and active cohorts, unless another status or a program is asked for', async () => {
    const byStatus = new Map<string, string>();
    for (const status of ['draft', 'open', 'active', 'completed', 'archived']) {
      byStatus.set(status, await school.cohort({ status }));
    }
    const ids = async (query?: string) => (await overviews(query)).map(({ cohort }) => cohort.id);
    expect(await ids()).toEqual([byStatus.get('active'), byStatus.get('open')]);
    expect(await ids('status=draft')).toEqual([byStatus.get('draft')]);
    const [{ cohort }] = await overviews('status=open');
    expect(await ids(`programId=${cohort.programId}`)).toContain(cohort.id);
    expect(await ids(`programId=${await school.program()}`)).toEqual([]);
  });

  it('show a coach the cohorts in which they reach anybody, and nobody without a role any', async () => {
    const [assigned, partly] = [await school.cohort(), await school.cohort()];
    await school.cohort();
    const enrollmentId = await school.enrollment({ cohort_id: partly });
    await school.enrollment({ cohort_id: partly });
    await school.enrollment({ cohort_id: assigned });
    const coach = await school.person('MEMBER', { role: 'coach', cohortId: assigned }, { role: 'coach', enrollmentId });
    const items = await overviews('', coach);
    expect(items.map(({ cohort, scope, members }) => [cohort.id, scope, members.total])).toEqual([
      [partly, 'assigned', 1],
      [assigned, 'assigned', 1],
    ]);
    expect((await (await school.person('MEMBER')).client.get('/cohort-overviews')).status).toBe(403);
  });

  it('take as many statements for twenty cohorts as for one', async () => {
    await school.cohort();
    // The first request also reads the key.
    await overviews();
    // Both instances of a pair know the caller then.
    for (let request = 0; request < 2; request += 1) await overviews();
    const one = await countStatements(() => overviews());
    for (let count = 0; count < 19; count += 1) await school.cohort();
    expect(await countStatements(() => overviews('limit=20'))).toBe(one);
  });
});
