import { describe, expect, it } from '@jest/globals';
import { AGGREGATES, type Cockpit } from '#insights/cockpit/cockpit.dto.js';
import { noteUseOfKey } from '../support/key-usage.js';
import { School, type Person } from '../support/school.js';
import { statementsOf } from '../support/statement-log.js';
import { useSchool } from '../support/use-school.js';

describe("reading a cohort's cockpit", () => {
  const { app, school } = useSchool();

  const read = (cohortId: string, person: Person = school.owner) => person.client.get(`/cohorts/${cohortId}/cockpit`);

  it('shows a new cohort: nothing measured where there is nothing to measure, and no replayed', async () => {
    const cohortId = await school.cohort({ capacity: 5 });
    const response = await school.owner.client.get(`/cohorts/${cohortId}/cockpit`, {
      headers: { 'X-Correlation-Id': 'look' },
    });
    expect(response.status).toBe(200);
    const { provenance, ...data } = response.body.data as Cockpit;
    expect({ ...response.body, data }).toEqual({
      success: true,
      correlationId: 'look',
      data: {
        cohort: {
          id: cohortId,
          name: 'Spring cohort',
          programName: 'Leadership Essentials',
          status: 'active',
          timezone: 'UTC',
          startDate: null,
        },
        scope: 'tenant',
        week: { measured: false, reason: 'start_date_missing' },
        phase: { measured: false, reason: 'not_configured' },
        capacity: { limited: true, limit: 5, occupancy: 0, available: 5, overCapacity: false },
        members: { total: 0, active: 0, pending: 0, completed: 0 },
        rhythm: { on_time: 0, late: 0, at_risk: 0, unknown: 0 },
        reviews: { measured: true, total: 0, highlighted: 0 },
        blockers: { measured: true, total: 0, highlighted: 0 },
        absences: { measured: false, reason: 'no_past_live' },
        withoutIntervention: 0,
        upcomingLives: [],
        unavailable: [
          { key: 'week', source: expect.any(String), reason: 'start_date_missing' },
          { key: 'phase', source: expect.any(String), reason: 'not_configured' },
          { key: 'absences', source: expect.any(String), reason: 'no_past_live' },
        ],
      },
    });
    expect(Object.keys(provenance)).toEqual([...AGGREGATES]);
    for (const { source, asOf } of AGGREGATES.map((key) => provenance[key])) {
      expect(source).toMatch(/\w/);
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
      expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(10_000);
    }
  });

  it('names a start date as its midnight in UTC, whatever the zone', async () => {
    const cohortId = await school.cohort({ start_date: '2030-01-15', timezone: 'Pacific/Auckland' });
    const { cohort } = (await read(cohortId)).body.data;
    expect([cohort.startDate, cohort.timezone]).toEqual(['2030-01-15T00:00:00.000Z', 'Pacific/Auckland']);
  });

  it.each(['draft', 'open', 'active', 'completed', 'archived'])('reads a cohort that is %s', async (status) => {
    const response = await read(await school.cohort({ status }));
    expect([response.status, response.body.data.cohort.status]).toEqual([200, status]);
  });

  it('counts no row of another cohort or another organization', async () => {
    const cohortId = await school.cohort();
    await school.enrollment({ cohort_id: cohortId });
    const before = (await read(cohortId)).body.data;
    for (const neighbour of [school, await School.open(app)]) {
      const otherCohort = await neighbour.cohort();
      const enrollmentId = await neighbour.enrollment({ cohort_id: otherCohort });
      await neighbour.blocker(enrollmentId);
      const taskId = await neighbour.task({ enrollment_id: enrollmentId, due_at: '2025-01-01' });
      await neighbour.submission(await neighbour.deliverable(taskId), taskId, enrollmentId);
      await neighbour.liveSession([otherCohort], { starts_at: '2099-01-01', ends_at: '2099-01-02' });
      const live = await neighbour.liveSession([otherCohort], { starts_at: '2025-01-01', ends_at: '2025-01-02' });
      await neighbour.attendance(live, enrollmentId, 'absent');
      await neighbour.phase(otherCohort, 1);
    }
    const { data } = (await read(cohortId)).body;
    expect({ ...data, provenance: null }).toEqual({ ...before, provenance: null });
  });

  it('takes the same few statements for a small cohort and for a large one', async () => {
    const small = await school.cohort();
    const large = await school.cohort();
    await school.enrollment({ cohort_id: small });
    for (let n = 1; n <= 40; n += 1) {
      const enrollmentId = await school.enrollment({ cohort_id: large });
      await school.blocker(enrollmentId);
      await school.task({ enrollment_id: enrollmentId, due_at: app.now() });
      await school.phase(large, n);
    }
    await noteUseOfKey(school);
    const ofSmall = await statementsOf('rollback', () => read(small));
    const ofLarge = await statementsOf('rollback', () => read(large));
    expect(ofLarge).toEqual(ofSmall);
    expect(ofSmall).toContain('cockpit_members_tenant');
    // Whatever else is sent, and in whichever order: the count is planned under its settings.
    expect(ofSmall[ofSmall.indexOf('cockpit_members_tenant') - 1]).toBe('cockpit_plan_counting');
    expect(ofSmall.length).toBeLessThanOrEqual(9);
    expect(ofSmall.join('\n')).not.toMatch(/insert|update|delete/i);
  });
});
