import { randomUUID } from 'node:crypto';
import {
  activateEnrollment,
  bulkEnroll,
  bulkMoveEnrollments,
  closeEnrollment,
  enroll,
  pauseEnrollment,
  resumeEnrollment,
} from '#contexts/enrollments/enrollment.operations.js';
import { bulkPlanInterventions, planIntervention } from '#contexts/follow-up/intervention/intervention.operations.js';
import { bulkStartMemberships, startGroupMembership } from '#contexts/groups/group-membership.operations.js';
import { bulkInvite, inviteMember } from '#contexts/identity/invitation/invitation.operations.js';
import { assignResponsibility, bulkAssignCoach } from '#contexts/identity/responsibility/responsibility.operations.js';
import { assignCohortTask } from '#contexts/tasks/cohort-task/cohort-task.operations.js';
import type { WriteOperation } from '#kernel/operations';
import type { School } from '../support/school.js';
import type { Call } from './sample.js';

type Item = Record<string, string>;

/** Valid items of a bulk write, with what they share and the path. */
export interface Bulk {
  params: [string];
  shared: object;
  items: Item[];
}

interface RefusedItem {
  /** With `stop`. */
  status: 400 | 403 | 409;
  field: string;
  /** Builds the item, which follows the valid ones. */
  arrange: (school: School, bulk: Bulk) => Promise<Item>;
}

/** A bulk write, the operation on one item, and an item for each code with which it is refused. */
export interface BulkSample {
  operation: WriteOperation;
  single: WriteOperation;
  arrange: (school: School, count: number) => Promise<Bulk>;
  singleCall: (bulk: Bulk, item: Item) => Call;
  maxItems?: number;
  refused: Record<string, RefusedItem>;
}

const DUE = new Date(Date.now() + 86_400_000).toISOString();

async function times<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

/** An arrangement of enrollments in a cohort. */
function enrollmentsIn(shared: (school: School) => Promise<object>, row: object = {}) {
  return async (school: School, count: number): Promise<Bulk> => {
    const cohortId = await school.cohort();
    const ids = await times(count, () => school.enrollment({ cohort_id: cohortId, ...row }));
    return { params: [cohortId], shared: await shared(school), items: ids.map((enrollmentId) => ({ enrollmentId })) };
  };
}

const unknownEnrollment: RefusedItem = {
  status: 400,
  field: 'enrollmentId',
  arrange: () => Promise.resolve({ enrollmentId: randomUUID() }),
};

/** An item with an enrollment in the cohort that the path names. */
function enrolledItem(status: 400 | 403 | 409, row: object): RefusedItem {
  return {
    status,
    field: 'enrollmentId',
    arrange: async (school, { params: [cohortId] }) => ({
      enrollmentId: await school.enrollment({ cohort_id: cohortId, ...row }),
    }),
  };
}

/** An item with an enrollment of the caller's own in the cohort that the path names. */
const ownItem: RefusedItem = {
  status: 403,
  field: 'enrollmentId',
  arrange: async (school, { params: [cohortId] }) => ({
    enrollmentId: await school.enrollment({ cohort_id: cohortId, member_id: school.owner.memberId }),
  }),
};

/** An item with an enrollment in the cohort of the task that the path names. */
function ofCohortTask(
  status: 400 | 403 | 409,
  enroll: (school: School, cohortId: string, cohortTaskId: string) => Promise<string>,
): RefusedItem {
  return {
    status,
    field: 'enrollmentId',
    arrange: async (school, { params: [cohortTaskId] }) => {
      const find = 'select cohort_id from cohort_tasks where organization_id = $1 and id = $2';
      const { rows } = await school.rows<{ cohort_id: string }>(find, cohortTaskId);
      return { enrollmentId: await enroll(school, rows[0].cohort_id, cohortTaskId) };
    },
  };
}

const shareEverything = ({ shared }: Bulk, { enrollmentId }: Item): Call => ({ params: [enrollmentId], body: shared });

const member = (status: 400 | 403 | 409, build: (school: School) => Promise<string>): RefusedItem => ({
  status,
  field: 'memberId',
  arrange: async (school) => ({ memberId: await build(school) }),
});

export const bulkSamples: BulkSample[] = [
  {
    operation: bulkInvite,
    single: inviteMember,
    // Its path names nothing; its audit entry is of the organization.
    arrange: async (school, count) => ({
      params: [school.id],
      shared: { expiresInHours: 24 },
      items: (await times(count, () => school.person())).map(({ memberId }) => ({ memberId })),
    }),
    singleCall: ({ shared }, { memberId }) => ({ params: [memberId], body: shared }),
    refused: {
      not_found: member(400, () => Promise.resolve(randomUUID())),
      detached: member(409, async (school) => {
        const { memberId } = await school.person();
        await school.owner.client.delete(`/members/${memberId}`);
        return memberId;
      }),
      not_a_member_role: member(400, async (school) => (await school.person('ADMIN')).memberId),
    },
  },
  {
    operation: assignCohortTask,
    single: assignCohortTask,
    arrange: async (school, count) => {
      const cohortId = await school.cohort();
      const ids = await times(count, () => school.enrollment({ cohort_id: cohortId }));
      const cohortTaskId = await school.cohortTask({ cohort_id: cohortId, status: 'published' });
      return { params: [cohortTaskId], shared: {}, items: ids.map((enrollmentId) => ({ enrollmentId })) };
    },
    singleCall: ({ params }, item) => ({ params, body: { items: [item] } }),
    refused: {
      not_found: unknownEnrollment,
      own_enrollment: ofCohortTask(403, async (school, cohortId) =>
        school.enrollment({ cohort_id: cohortId, member_id: school.owner.memberId }),
      ),
      not_open: ofCohortTask(409, async (school, cohortId) =>
        school.enrollment({ cohort_id: cohortId, status: 'completed' }),
      ),
      already_assigned: ofCohortTask(409, async (school, cohortId, cohortTaskId) => {
        const enrollmentId = await school.enrollment({ cohort_id: cohortId });
        await school.task({ cohort_task_id: cohortTaskId, enrollment_id: enrollmentId });
        return enrollmentId;
      }),
    },
  },
  {
    operation: bulkEnroll,
    single: enroll,
    arrange: async (school, count) => ({
      params: [await school.cohort()],
      shared: { status: 'active' },
      items: (await times(count, () => school.person())).map(({ memberId }) => ({ memberId })),
    }),
    singleCall: ({ params, shared }, item) => ({ params, body: { ...shared, ...item } }),
    refused: {
      member_not_active: {
        status: 400,
        field: 'memberId',
        arrange: () => Promise.resolve({ memberId: randomUUID() }),
      },
      seat_taken: {
        status: 409,
        field: 'memberId',
        arrange: async (school, { params: [cohortId] }) => {
          const { memberId } = await school.person();
          await school.enrollment({ cohort_id: cohortId, member_id: memberId });
          return { memberId };
        },
      },
      cohort_full: {
        status: 409,
        field: 'memberId',
        arrange: async (school, { params: [cohortId], items }) => {
          const set = 'update cohorts set capacity = $3 where organization_id = $1 and id = $2';
          await school.rows(set, cohortId, items.length);
          return { memberId: (await school.person()).memberId };
        },
      },
    },
  },
  {
    operation: bulkMoveEnrollments,
    single: activateEnrollment,
    arrange: enrollmentsIn(() => Promise.resolve({ move: 'activate' }), { status: 'pending' }),
    singleCall: (_, { enrollmentId }) => ({ params: [enrollmentId], body: {} }),
    refused: { not_found: unknownEnrollment, illegal_move: enrolledItem(409, { status: 'active' }) },
  },
  {
    operation: bulkMoveEnrollments,
    single: resumeEnrollment,
    arrange: enrollmentsIn(() => Promise.resolve({ move: 'resume' }), { status: 'paused' }),
    singleCall: (_, { enrollmentId }) => ({ params: [enrollmentId], body: {} }),
    refused: { not_found: unknownEnrollment, illegal_move: enrolledItem(409, { status: 'active' }) },
  },
  {
    operation: bulkMoveEnrollments,
    single: pauseEnrollment,
    arrange: enrollmentsIn(() => Promise.resolve({ move: 'pause', reason: 'Holidays' })),
    singleCall: (_, { enrollmentId }) => ({ params: [enrollmentId], body: { reason: 'Holidays' } }),
    refused: { not_found: unknownEnrollment, illegal_move: enrolledItem(409, { status: 'paused' }) },
  },
  {
    operation: bulkMoveEnrollments,
    single: closeEnrollment,
    arrange: enrollmentsIn(() => Promise.resolve({ move: 'close', result: 'completed', reason: 'The end' })),
    singleCall: (_, { enrollmentId }) => ({
      params: [enrollmentId],
      body: { result: 'completed', reason: 'The end' },
    }),
    refused: {
      not_found: unknownEnrollment,
      own_enrollment: ownItem,
      illegal_move: enrolledItem(409, { status: 'pending' }),
    },
  },
  {
    operation: bulkStartMemberships,
    single: startGroupMembership,
    arrange: async (school, count) => ({
      params: [await school.group()],
      shared: {},
      items: (await times(count, () => school.enrollment())).map((enrollmentId) => ({ enrollmentId })),
    }),
    singleCall: ({ params }, item) => ({ params, body: item }),
    refused: {
      not_fitting: unknownEnrollment,
      own_enrollment: {
        status: 403,
        field: 'enrollmentId',
        arrange: async (school) => ({ enrollmentId: await school.enrollment({ member_id: school.owner.memberId }) }),
      },
      already_member: {
        status: 409,
        field: 'enrollmentId',
        arrange: async (school, { params: [groupId] }) => {
          const enrollmentId = await school.enrollment();
          await school.groupMembership(groupId, { enrollment_id: enrollmentId });
          return { enrollmentId };
        },
      },
      group_full: {
        status: 409,
        field: 'enrollmentId',
        arrange: async (school, { params: [groupId], items }) => {
          const set = 'update groups set capacity = $3 where organization_id = $1 and id = $2';
          await school.rows(set, groupId, items.length);
          return { enrollmentId: await school.enrollment() };
        },
      },
    },
  },
  {
    operation: bulkPlanInterventions,
    single: planIntervention,
    arrange: enrollmentsIn((school) =>
      Promise.resolve({
        reason: 'late',
        title: 'Call about the missed deadline',
        channel: 'call',
        dueAt: DUE,
        expectedOutcome: 'A new date is agreed on',
        ownerUserId: school.owner.accountId,
      }),
    ),
    singleCall: shareEverything,
    maxItems: 200,
    refused: {
      not_found: unknownEnrollment,
      enrollment_not_active: enrolledItem(400, { status: 'paused' }),
      owner_not_allowed: {
        status: 400,
        field: 'ownerUserId',
        arrange: async (school, { params: [cohortId] }) => ({
          enrollmentId: await school.enrollment({ cohort_id: cohortId }),
          ownerUserId: (await school.person()).accountId,
        }),
      },
    },
  },
  {
    operation: bulkAssignCoach,
    single: assignResponsibility,
    arrange: enrollmentsIn(async (school) => ({ memberId: (await school.person()).memberId })),
    singleCall: ({ shared }, item) => ({ body: { ...shared, role: 'coach', scope: 'enrollment', ...item } }),
    refused: {
      not_found: unknownEnrollment,
      already_assigned: {
        status: 409,
        field: 'enrollmentId',
        arrange: async (school, { params: [cohortId], shared }) => {
          const enrollmentId = await school.enrollment({ cohort_id: cohortId });
          await school.assign((shared as { memberId: string }).memberId, { role: 'coach', enrollmentId });
          return { enrollmentId };
        },
      },
    },
  },
];
