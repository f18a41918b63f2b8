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
} from '#contexts/tasks/member-task/member-task.operations.js';
import { reviewSubmission } from '#contexts/tasks/review/review.operations.js';
import { createSubmission } from '#contexts/tasks/submission/submission.operations.js';
import { sample, type Sample } from '../conformance/sample.js';

export const tasksSamples: Sample[] = [
  sample(createMemberTask, async (school) => ({
    params: [await school.enrollment()],
    body: { title: 'Write a coaching plan', description: 'One page', dueAt: '2030-01-15T09:30:00Z' },
  })),
  sample(publishMemberTask, async (school) => ({ params: [await school.task({ status: 'draft' })], body: {} })),
  sample(completeMemberTask, async (school) => ({ params: [await school.task()], body: {} })),
  sample(reopenMemberTask, async (school) => ({ params: [await school.task({ status: 'completed' })], body: {} })),
  sample(archiveMemberTask, async (school) => ({ params: [await school.task()], body: {} })),
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
];
