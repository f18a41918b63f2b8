import { DELIVERABLE } from './deliverable.entity.js';
import { refusal, refusedIn } from '#kernel/errors';
import { administrators, anyMember, TEACHING_ROLES } from '#kernel/access';
import { OneOf, Text, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { existing, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { anyDeliverable, visibleDeliverable, visibleTask } from '../member-task/task.policy.js';
import { taskTables } from '../tasks.tables.js';
import {
  ArchiveDeliverableRequest,
  CreateDeliverableRequest,
  Deliverable,
  UpdateDeliverableRequest,
} from './deliverable.dto.js';

export const deliverableExists = refusal(
  'deliverable_exists',
  'The task already has an active deliverable; archive it first.',
  400,
);

export class DeliverableArchived {
  @Uuid() deliverableId: string;
  @Uuid() memberTaskId: string;
}

export class DeliverableCreated extends DeliverableArchived {
  @Text() title: string;
  @OneOf(TEACHING_ROLES) expectedReviewerRole: string;
}

export class DeliverableUpdated extends withFields(DeliverableArchived) {}

const deliverables = resource({
  noun: 'deliverable',
  path: '/deliverables/:deliverableId',
  response: Deliverable,
  target: anyDeliverable,
  read: anyMember,
  write: administrators,
});

/** The fields of a new deliverable that audit entries have. */
export const DEFINED = ['memberTaskId', 'title', 'acceptedFormats', 'expectedReviewerRole'] as const;

export const createDeliverable = deliverables.create({
  path: '/member-tasks/:memberTaskId/deliverables',
  parent: existing('task', taskTables, 'member_tasks'),
  description:
    'Defines what the member must submit for a task. A task has at most one active deliverable: archive the current ' +
    'one before you create another.',
  body: CreateDeliverableRequest,
  event: declareEvent('deliverable.created', 'A deliverable was created for a task.', DeliverableCreated),
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is invalid, acceptedFormats is empty, a kind is ' +
      'repeated, or a link has MIME types.',
    403: `${administrators.forbidden} Also returned when the task is archived.`,
  },
  reasons: [deliverableExists],
});

export const listDeliverables = deliverables.list({
  path: '/member-tasks/:memberTaskId/deliverables',
  parent: visibleTask,
  summary: 'List the deliverables of a task',
  description: 'Newest first, including archived ones. Visible to the enrolled member once the task is published.',
  query: PageQuery,
  mayLag: true,
  refusals: { 400: 'limit or cursor is invalid.' },
});

export const getDeliverable = deliverables.get({
  description: 'Visible to the enrolled member once its task is published.',
  target: visibleDeliverable,
});

export const updateDeliverable = deliverables.patch({
  description:
    'Omitted fields are left unchanged; a nullable field sent as null is cleared. acceptedFormats replaces the whole ' +
    'list. Existing submissions are not checked again.',
  body: UpdateDeliverableRequest,
  event: declareEvent('deliverable.updated', 'A deliverable was updated.', DeliverableUpdated),
  reasons: [...DELIVERABLE.refusalsUnless('active'), ...refusedIn('task', ['archived'])],
});

export const archiveDeliverable = deliverables.command('archive', {
  leadsTo: 'archived',
  description: 'It accepts no further submissions, and another deliverable can be created for the task.',
  body: ArchiveDeliverableRequest,
  event: declareEvent('deliverable.archived', 'A deliverable was archived.', DeliverableArchived),
  reasons: DELIVERABLE.refusalsOfMove('archived'),
});
