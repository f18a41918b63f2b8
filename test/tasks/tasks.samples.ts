import { extendDeadlines } from '#contexts/tasks/deadline-extension/deadline-extension.operations.js';
import {
  archiveDeliverable,
  createDeliverable,
  updateDeliverable,
} from '#contexts/tasks/deliverable/deliverable.operations.js';
import {
  archiveMemberTask,
  completeMemberTask,
  createMemberTask,
  publishMemberTask,
  reopenMemberTask,
  updateMemberTask,
} from '#contexts/tasks/member-task/member-task.operations.js';
import { reviewSubmission } from '#contexts/tasks/submission/review.operations.js';
import { createSubmission } from '#contexts/tasks/submission/submission.operations.js';
import {
  archiveCohortTask,
  assignCohortTask,
  copyCohortTasks,
  createCohortTask,
  publishCohortTask,
  updateCohortTask,
} from '#contexts/tasks/cohort-task/cohort-task.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

const DELIVERABLE = JSON.stringify({
  title: 'Coaching plan',
  expectations: null,
  criteria: null,
  acceptedFormats: [{ kind: 'link', mimeTypes: [] }],
  expectedReviewerRole: 'coach',
});

export const tasksSamples: Sample[] = [
  sample(createMemberTask, async (school) => ({
    params: [await school.enrollment()],
    body: { title: 'Write a coaching plan', description: 'One page', dueAt: '2030-01-15T09:30:00Z' },
  })),
  sample(updateMemberTask, async (school) => ({
    params: [await school.task()],
    body: { title: 'Write a plan', dueAt: '2030-01-15T09:30:00Z' },
  })),
  sample(publishMemberTask, async (school) => ({ params: [await school.task({ status: 'draft' })], body: {} })),
  sample(completeMemberTask, async (school) => ({ params: [await school.task()], body: {} })),
  sample(reopenMemberTask, async (school) => ({ params: [await school.task({ status: 'completed' })], body: {} })),
  sample(archiveMemberTask, async (school) => ({ params: [await school.task()], body: {} })),
  sample(extendDeadlines, async (school) => {
    const enrollmentId = await school.enrollment();
    const due = { enrollment_id: enrollmentId, due_at: school.app.now() };
    const memberTaskIds = [await school.task(due), await school.task({ ...due, status: 'draft' })];
    return { params: [enrollmentId], body: { scope: 'tasks', memberTaskIds, days: 7, reason: 'Illness' } };
  }),
  sample(createDeliverable, async (school) => ({
    params: [await school.task()],
    body: {
      title: 'Coaching plan',
      acceptedFormats: [{ kind: 'file', mimeTypes: ['application/pdf'] }, { kind: 'link' }],
      expectedReviewerRole: 'coach',
    },
  })),
  sample(updateDeliverable, async (school) => ({
    params: [await school.deliverable(await school.task())],
    body: { title: 'Coaching plan, second edition', criteria: null },
  })),
  sample(archiveDeliverable, async (school) => ({
    params: [await school.deliverable(await school.task())],
    body: { reason: 'The task asks for a video now' },
  })),
  sample(createSubmission, async (school) => ({
    params: [await school.deliverable(await school.task())],
    body: { kind: 'link', url: 'https://example.com/plan', note: 'A first version' },
  })),
  sample(reviewSubmission, async (school) => ({
    params: [(await school.handedIn()).submissionId],
    body: { verdict: 'accepted', comment: 'Well argued' },
  })),
  sample(createCohortTask, async (school) => ({
    params: [await school.cohort()],
    body: {
      title: 'Write a coaching plan',
      deadline: { kind: 'after_enrollment', days: 14, time: '18:00' },
      deliverable: { title: 'Coaching plan', acceptedFormats: [{ kind: 'link' }], expectedReviewerRole: 'coach' },
      newEnrollments: true,
    },
  })),
  sample(
    updateCohortTask,
    async (school) => {
      const cohortTaskId = await school.cohortTask({ status: 'published' });
      await school.task({ cohort_task_id: cohortTaskId });
      return { params: [cohortTaskId], body: { title: 'Write a plan', deadline: { kind: 'none' } } };
    },
    { also: { 'member_task.updated': 1 } },
  ),
  sample(
    publishCohortTask,
    async (school) => {
      const cohortId = await school.cohort();
      for (const status of ['pending', 'active', 'withdrawn']) await school.enrollment({ cohort_id: cohortId, status });
      return { params: [await school.cohortTask({ cohort_id: cohortId, deliverable: DELIVERABLE })], body: {} };
    },
    { also: { 'member_task.created': 2, 'member_task.published': 2, 'deliverable.created': 2 } },
  ),
  sample(
    assignCohortTask,
    async (school) => {
      const cohortId = await school.cohort();
      const enrollmentId = await school.enrollment({ cohort_id: cohortId });
      const params = [await school.cohortTask({ cohort_id: cohortId, status: 'published' })];
      return { params, body: { items: [{ enrollmentId }] } };
    },
    { also: { 'member_task.created': 1, 'member_task.published': 1 } },
  ),
  sample(
    archiveCohortTask,
    async (school) => {
      const cohortTaskId = await school.cohortTask({ status: 'published' });
      await school.task({ cohort_task_id: cohortTaskId });
      return { params: [cohortTaskId], body: {} };
    },
    { also: { 'member_task.archived': 1 } },
  ),
  sample(
    copyCohortTasks,
    async (school) => {
      const from = await school.cohort();
      const cohortTaskIds = [
        await school.cohortTask({ cohort_id: from }),
        await school.cohortTask({ cohort_id: from, status: 'published' }),
      ];
      return { params: [await school.cohort()], body: { fromCohortId: from, cohortTaskIds } };
    },
    { also: { 'cohort_task.created': 2 } },
  ),
];
