import { expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';

const { school } = useSchool();

interface Counts {
  occupancy?: number;
  activeMembershipCount?: number;
}

it('counts of seats and places are of the whole cohort and group for all staff; the cockpit counts by reach', async () => {
  const cohortId = await school.cohort();
  const groupId = await school.group();
  const enrollmentIds = [
    await school.enrollment({ cohort_id: cohortId }),
    await school.enrollment({ cohort_id: cohortId }),
  ];
  for (const enrollment_id of enrollmentIds) await school.groupMembership(groupId, { enrollment_id });
  const staff = [
    school.owner,
    await school.person('MEMBER', { role: 'program_director' }),
    await school.person('MEMBER', { role: 'coach', enrollmentId: enrollmentIds[0] }),
    await school.person('MEMBER', { role: 'reviewer' }),
  ];
  for (const { client } of staff) {
    const cohort = (await client.get(`/cohorts/${cohortId}`)).body.data as Counts;
    const group = (await client.get(`/groups/${groupId}`)).body.data as Counts;
    expect([cohort.occupancy, group.activeMembershipCount]).toEqual([2, 2]);
  }
  const cockpit = await staff[2].client.get(`/cohorts/${cohortId}/cockpit`);
  expect(cockpit.body.data).toMatchObject({
    scope: 'assigned',
    members: { total: 1 },
    capacity: { measured: false, reason: 'tenant_scope_required' },
  });
});
