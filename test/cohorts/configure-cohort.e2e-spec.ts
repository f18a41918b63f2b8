import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { configureAs, expectRefusal, fullCohort } from './configuration.js';

describe('configuring a cohort', () => {
  const { school } = useSchool();

  const configure = (cohortId: string, body: unknown, key?: string) => configureAs(school, cohortId, body, key);
  const refused = (cohortId: string, body: object, field: string) => expectRefusal(school, cohortId, body, field);

  it('answers with the cohort as configured: exactly its fields, dates as midnight UTC', async () => {
    const programId = await school.program();
    const cohortId = await school.cohort({ program_id: programId });
    await school.enrollment({ cohort_id: cohortId });
    const response = await school.owner.client.patch(
      `/cohorts/${cohortId}`,
      {
        name: '  Autumn cohort ',
        startDate: '2030-09-01',
        endDate: '2030-12-31',
        timezone: 'Asia/Kolkata',
        capacity: 12,
        phases: [
          { name: ' Practice ', position: 20 },
          { name: 'Foundations', position: 10 },
        ],
      },
      { headers: { 'X-Correlation-Id': 'configuration' } },
    );
    expect(response.status).toBe(200);
    const phase = (name: string, position: number) => ({ id: expect.any(String), name, position, isCurrent: false });
    expect(response.body).toEqual({
      success: true,
      replayed: false,
      correlationId: 'configuration',
      data: {
        id: cohortId,
        programId,
        name: 'Autumn cohort',
        status: 'active',
        startDate: '2030-09-01T00:00:00.000Z',
        endDate: '2030-12-31T00:00:00.000Z',
        timezone: 'Asia/Kolkata',
        capacity: 12,
        occupancy: 1,
        overCapacity: false,
        phases: [phase('Foundations', 10), phase('Practice', 20)],
      },
    });
    expect((await configure(cohortId, {})).body.data).toEqual(response.body.data);
  });

  it('tells followers which fields were sent, in their order', async () => {
    const cohortId = await school.cohort();
    await configure(cohortId, { capacity: null, name: 'Autumn cohort', status: 'archived' });
    const { audit, events } = await school.trail();
    expect(events).toMatchObject([{ name: 'cohort.configured', data: { cohortId, fields: ['capacity', 'name'] } }]);
    expect(Object.keys(events[0].data as object).sort()).toEqual(['cohortId', 'fields']);
    expect(audit).toMatchObject([{ action: 'cohort.configured', target_id: cohortId }]);
    expect(audit[0].changes).toEqual({ name: { from: 'Spring cohort', to: 'Autumn cohort' } });
  });

  describe('tells a field left out from one sent as null', () => {
    const alone = { name: 'Other name', startDate: '2030-02-01', endDate: '2030-05-01', timezone: 'UTC', capacity: 5 };
    it.each(Object.entries(alone))('changes %s alone when it alone is sent', async (field, value) => {
      const { cohortId } = await fullCohort(school);
      const before = (await configure(cohortId, {})).body.data as object;
      const response = await configure(cohortId, { [field]: value });
      const shown = field.endsWith('Date') ? `${value}T00:00:00.000Z` : value;
      expect(response.body.data).toEqual({ ...before, [field]: shown });
    });

    it.each(['startDate', 'endDate', 'capacity'])('erases %s when it is null, and nothing else', async (field) => {
      const { cohortId } = await fullCohort(school);
      const before = (await configure(cohortId, {})).body.data as object;
      const response = await configure(cohortId, { [field]: null });
      expect(response.body.data).toEqual({ ...before, [field]: null });
      expect((await configure(cohortId, {})).body.data).toEqual({ ...before, [field]: null });
    });

    it('never changes status, program or current phase, which are not its to change', async () => {
      const { cohortId } = await fullCohort(school);
      const before = (await configure(cohortId, {})).body.data as object;
      const smuggled = { status: 'archived', programId: randomUUID(), currentPhaseId: null, occupancy: 0 };
      expect((await configure(cohortId, smuggled)).body.data).toEqual(before);
    });
  });

  const taken: Record<string, unknown[]> = {
    name: ['abc', 'x'.repeat(100)],
    capacity: [1, 2147483647],
    startDate: ['2024-02-29', '0001-01-01'],
    endDate: ['9999-12-31'],
    timezone: ['UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'europe/paris'],
    phases: [[]],
  };
  it.each(Object.entries(taken))('takes %s within its bounds, and returns it as sent', async (field, values) => {
    for (const value of values) {
      const response = await configure(await school.cohort(), { [field]: value });
      expect([value, response.status]).toEqual([value, 200]);
      expect(response.body.data[field]).toEqual(field.endsWith('Date') ? `${String(value)}T00:00:00.000Z` : value);
    }
  });

  describe('compares the dates as they will be', () => {
    it('so a sent end meets the stored start, and a sent start the stored end', async () => {
      const { cohortId } = await fullCohort(school);
      await refused(cohortId, { endDate: '2030-01-14' }, 'endDate');
      await refused(cohortId, { startDate: '2030-07-01' }, 'startDate');
      await refused(cohortId, { startDate: '2030-03-02', endDate: '2030-03-01' }, 'endDate');
    });

    it('so both may move past the stored ones together, and may be the same day', async () => {
      const { cohortId } = await fullCohort(school);
      expect((await configure(cohortId, { startDate: '2031-01-01', endDate: '2031-01-01' })).status).toBe(200);
      expect((await configure(cohortId, { endDate: '2031-01-01' })).status).toBe(200);
    });

    it('so an erased date is compared with nothing', async () => {
      const { cohortId } = await fullCohort(school);
      expect((await configure(cohortId, { startDate: null, endDate: '2029-01-01' })).status).toBe(200);
      expect((await configure(cohortId, { startDate: '2030-01-01', endDate: null })).status).toBe(200);
    });
  });

  describe('checks the capacity against the seats taken', () => {
    async function occupied(...statuses: string[]): Promise<string> {
      const cohortId = await school.cohort();
      for (const status of statuses) await school.enrollment({ cohort_id: cohortId, status });
      return cohortId;
    }

    it('which pending, active, paused and completed enrollments take, and no others', async () => {
      const cohortId = await occupied('pending', 'active', 'paused', 'completed', 'withdrawn', 'failed', 'transferred');
      await refused(cohortId, { capacity: 3 }, 'capacity');
      const response = await configure(cohortId, { capacity: 4 });
      expect(response.body.data).toMatchObject({ capacity: 4, occupancy: 4, overCapacity: false });
    });

    it('only when it is sent: a cohort over its capacity takes other changes', async () => {
      const cohortId = await occupied('active', 'active', 'active');
      await school.rows('update cohorts set capacity = 2 where organization_id = $1');
      const response = await configure(cohortId, { name: 'Autumn cohort' });
      expect(response.body.data).toMatchObject({ capacity: 2, occupancy: 3, overCapacity: true });
      await refused(cohortId, { capacity: 2 }, 'capacity');
      const unlimited = await configure(cohortId, { capacity: null });
      expect(unlimited.body.data).toMatchObject({ capacity: null, occupancy: 3, overCapacity: false });
    });
  });

  describe('of a closed cohort', () => {
    it.each(['completed', 'archived'])('is a conflict when it is %s, and changes nothing', async (status) => {
      const cohortId = await school.cohort({ status });
      const digest = await school.digest();
      for (const body of [{ name: 'Autumn cohort' }, {}]) {
        const response = await configure(cohortId, body);
        expect([response.status, response.body.code]).toEqual([409, 'conflict']);
      }
      expect(await school.digest()).toBe(digest);
    });

    it.each(['draft', 'open', 'active'])('is none when it is %s, and leaves the status alone', async (status) => {
      const response = await configure(await school.cohort({ status }), { name: 'Autumn cohort' });
      expect([response.status, response.body.data.status]).toEqual([200, status]);
    });

    it('still replays what was done before it closed, unchanged, without a second entry or event', async () => {
      const cohortId = await school.cohort();
      const key = randomUUID();
      const first = await configure(cohortId, { name: 'Autumn cohort', phases: [{ name: 'One', position: 1 }] }, key);
      await configure(cohortId, { name: 'Later name' });
      await school.rows(`update cohorts set status = 'archived' where organization_id = $1`);
      const digest = await school.digest();
      const replay = await configure(cohortId, { name: 'Autumn cohort', phases: [{ name: 'One', position: 1 }] }, key);
      expect([replay.status, replay.body.replayed, replay.body.data]).toEqual([200, true, first.body.data]);
      expect(await school.digest()).toBe(digest);
    });
  });
});
