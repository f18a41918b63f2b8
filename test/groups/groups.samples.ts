import {
  endGroupMembership,
  bulkStartMemberships,
  startGroupMembership,
} from '#contexts/groups/group-membership.operations.js';
import { archiveGroup, createGroup, updateGroup } from '#contexts/groups/group.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const groupsSamples: Sample[] = [
  sample(createGroup, () =>
    Promise.resolve({ body: { name: 'Tuesday accountability', type: 'accountability', scope: 'organization' } }),
  ),
  sample(updateGroup, async (school) => ({ params: [await school.group()], body: { name: 'Level two', capacity: 9 } })),
  sample(archiveGroup, async (school) => ({ params: [await school.group()], body: {} })),
  sample(startGroupMembership, async (school) => ({
    params: [await school.group({ capacity: 5 })],
    body: { enrollmentId: await school.enrollment() },
  })),
  sample(endGroupMembership, async (school) => ({
    params: [await school.groupMembership(await school.group())],
    body: {},
  })),
  sample(
    bulkStartMemberships,
    async (school) => ({
      params: [await school.group({ capacity: 5 })],
      body: { items: [{ enrollmentId: await school.enrollment() }, { enrollmentId: await school.enrollment() }] },
    }),
    { also: { 'group_membership.started': 2 } },
  ),
];
