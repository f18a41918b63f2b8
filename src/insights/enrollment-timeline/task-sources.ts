import { entriesOf, type TimelineSource } from './timeline-source.js';

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
    // A reopening, and the completion that it undid.
    kind: { of: ['member_task.reopened', 'member_task.completed'], sql: 'k.kind' },
    from: `${entriesOf('member_tasks', 'member_task.reopened')}
      cross join unnest(array['member_task.reopened', 'member_task.completed']) k (kind)`,
    at: `case k.kind when 'member_task.reopened' then a.occurred_at
           else (a.changes -> 'completedAt' ->> 'from')::timestamptz end`,
    id: 'a.id',
    resource: 'member_task',
    resourceId: 'i.id',
    actor: `case k.kind when 'member_task.reopened' then a.actor_id end`,
    text: 'i.title',
    outcome: `case k.kind when 'member_task.reopened' then 'published' else 'completed' end`,
    bounded: 'A task stores its last completion only: the rest is in the audit entries of the tasks.',
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
