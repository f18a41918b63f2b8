import { describe, expect, it } from '@jest/globals';
import type { Cockpit } from '#insights/cockpit/cockpit.dto.js';
import { School, type Person } from '../support/school.js';
import { useSchool } from '../support/use-school.js';

describe("the scope of a cohort's cockpit", () => {
  const { app, school } = useSchool();

  const read = (cohortId: string, person: Person = school.owner) => person.client.get(`/cohorts/${cohortId}/cockpit`);
  const coachOf = (...over: { cohortId?: string; enrollmentId?: string; ended?: boolean }[]) =>
    school.person('MEMBER', ...over.map((assignment) => ({ role: 'coach' as const, ...assignment })));

  describe('shows the whole cohort', () => {
    it('to OWNER, ADMIN and an organization-scoped program_director', async () => {
      const cohortId = await school.cohort({ capacity: 1 });
      await school.enrollment({ cohort_id: cohortId });
      await school.enrollment({ cohort_id: cohortId, status: 'paused' });
      const people = [
        school.owner,
        await school.person('ADMIN'),
        await school.person('MEMBER', { role: 'program_director' }),
      ];
      for (const person of people) {
        const { data } = (await read(cohortId, person)).body;
        expect([data.scope, data.members.total, data.capacity.occupancy]).toEqual(['tenant', 2, 2]);
      }
    });

    it('to a director who coaches some of it, too', async () => {
      const cohortId = await school.cohort();
      await school.enrollment({ cohort_id: cohortId });
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const person = await school.person('MEMBER', { role: 'coach', enrollmentId }, { role: 'program_director' });
      const { data } = (await read(cohortId, person)).body;
      expect([data.scope, data.members.total]).toEqual(['tenant', 2]);
    });
  });

  describe('shows a coach the assigned part only', () => {
    it('by enrollments, in every aggregate', async () => {
      const cohortId = await school.cohort({ capacity: 9, start_date: '2020-01-01' });
      const past = { starts_at: '2025-01-01T10:00:00Z', ends_at: '2025-01-01T11:00:00Z' };
      const live = await school.liveSession([cohortId], past);
      const enrollments: string[] = [];
      for (let n = 0; n < 4; n += 1) {
        const enrollmentId = await school.enrollment({ cohort_id: cohortId });
        enrollments.push(enrollmentId);
        await school.blocker(enrollmentId, { urgency: 'urgent' });
        const taskId = await school.task({ enrollment_id: enrollmentId });
        await school.submission(await school.deliverable(taskId), taskId, enrollmentId, { submitted_at: '2025-01-01' });
        await school.attendance(live, enrollmentId, 'absent');
      }
      const coach = await coachOf({ enrollmentId: enrollments[0] }, { enrollmentId: enrollments[1] });
      const { data } = (await read(cohortId, coach)).body;
      expect(data).toMatchObject({
        scope: 'assigned',
        members: { total: 2, active: 2, pending: 0, completed: 0 },
        rhythm: { on_time: 0, late: 0, at_risk: 2, unknown: 0 },
        reviews: { measured: true, total: 2, highlighted: 2 },
        blockers: { measured: true, total: 2, highlighted: 2 },
        absences: { measured: true, total: 2, highlighted: 0 },
        withoutIntervention: 2,
      });
      expect(data.capacity).toEqual({ measured: false, reason: 'tenant_scope_required' });
      expect((data as Cockpit).unavailable.filter(({ key }) => key === 'capacity')).toEqual([
        { key: 'capacity', source: expect.any(String), reason: 'tenant_scope_required' },
      ]);
      expect(JSON.stringify(data)).not.toContain('"occupancy"');
    });

    it('by the cohort, and counts an enrollment assigned twice once', async () => {
      const cohortId = await school.cohort();
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      await school.enrollment({ cohort_id: cohortId });
      const { data } = (await read(cohortId, await coachOf({ cohortId }, { enrollmentId }))).body;
      expect([data.scope, data.members.total]).toEqual(['assigned', 2]);
    });

    it('and not what an ended assignment covered', async () => {
      const cohortId = await school.cohort();
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const coach = await coachOf({ enrollmentId }, { cohortId, ended: true });
      await school.enrollment({ cohort_id: cohortId });
      expect((await read(cohortId, coach)).body.data.members.total).toBe(1);
    });
  });

  describe('is as unknown as a cohort that does not exist', () => {
    it('to a coach of the cohort while nobody is enrolled', async () => {
      const cohortId = await school.cohort();
      expect((await read(cohortId, await coachOf({ cohortId }))).status).toBe(404);
    });

    it('to somebody whose roles are in another organization', async () => {
      const cohortId = await school.cohort();
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const coach = await coachOf({ enrollmentId });
      const other = await School.open(app);
      const row = {
        account_id: coach.accountId,
        name: 'Guest',
        role: 'MEMBER',
        status: 'active',
        created_at: app.now(),
      };
      const { client } = await other.key(await other.insert('members', row), coach.accountId);
      const foreignCohort = await other.cohort();
      await other.enrollment({ cohort_id: foreignCohort });
      for (const id of [cohortId, foreignCohort]) {
        expect((await client.get(`/cohorts/${id}/cockpit`)).status).toBe(404);
      }
    });
  });
});
