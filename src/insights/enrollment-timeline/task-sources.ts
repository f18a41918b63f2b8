import type { TimelineSource } from './timeline-source.js';

const task = (move: 'published' | 'completed' | 'archived'): TimelineSource => ({
  kind: `member_task.${move}`,
  from: 'member_tasks i',
  at: `i.${move}_at`,
  resource: 'member_task',
  actor: null,
  text: 'i.title',
  outcome: `'${move}'`,
});

export const TASK_SOURCES: readonly TimelineSource[] = [
  task('published'),
  task('completed'),
  task('archived'),
  {
    kind: 'member_task.reopened',
    from: 'member_task_reopenings i',
    at: 'i.reopened_at',
    resource: 'member_task',
    resourceId: 'i.member_task_id',
    actor: 'i.reopened_by',
    text: { titleOf: 'i.member_task_id' },
    outcome: `'published'`,
  },
  {
    // A task stores its last completion only.
    kind: 'member_task.completed',
    from: 'member_task_reopenings i',
    at: 'i.completed_at',
    resource: 'member_task',
    resourceId: 'i.member_task_id',
    actor: null,
    text: { titleOf: 'i.member_task_id' },
    outcome: `'completed'`,
  },
  {
    kind: 'submission.created',
    from: 'submissions i',
    at: 'i.submitted_at',
    resource: 'submission',
    actor: 'i.submitted_by',
    text: { titleOf: 'i.deliverable_id' },
    outcome: `'pending'`,
  },
  {
    kind: 'submission.reviewed',
    from: `submissions i
      join submission_reviews r on r.organization_id = :organization and r.submission_id = i.id`,
    at: 'i.reviewed_at',
    resource: 'submission',
    actor: 'r.reviewed_by',
    text: { titleOf: 'i.deliverable_id' },
    outcome: 'r.verdict',
  },
];
