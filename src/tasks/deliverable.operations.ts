import { administrators, anyMember } from '../platform/access/access-rule.js';
import { BUSINESS_ROLES } from '../platform/access/caller.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf, Text, TextList } from '../platform/fields/text.js';
import { PageQuery, pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { existingIn } from '../platform/operations/target.js';
import {
  ArchiveDeliverableRequest,
  CreateDeliverableRequest,
  Deliverable,
  UpdateDeliverableRequest,
} from './deliverable.dto.js';
import { visibleDeliverable, visibleTask } from './task.policy.js';

const tag = 'Deliverables';
const deliverable = existingIn('deliverables');
const noReader = 'The caller has neither a role nor an enrollment that needs deliverables.';
const noAdministrator = 'The caller is neither OWNER nor ADMIN.';
const unknown = 'The deliverable is unknown, or of another organization.';

export class DeliverableCreated {
  @Uuid()
  deliverableId: string;

  @Uuid()
  memberTaskId: string;

  @Text()
  title: string;

  @OneOf(BUSINESS_ROLES)
  expectedReviewerRole: string;
}

export class DeliverableUpdated {
  @Uuid()
  deliverableId: string;

  @Uuid()
  memberTaskId: string;

  @TextList(() => undefined, { description: 'The fields that were sent', example: ['criteria'] })
  fields: string[];
}

export class DeliverableArchived {
  @Uuid()
  deliverableId: string;

  @Uuid()
  memberTaskId: string;
}

export const deliverableCreated = declareEvent({
  name: 'deliverable.created',
  summary: 'A task expects a deliverable.',
  data: DeliverableCreated,
});

export const deliverableUpdated = declareEvent({
  name: 'deliverable.updated',
  summary: 'What a task expects was changed.',
  data: DeliverableUpdated,
});

export const deliverableArchived = declareEvent({
  name: 'deliverable.archived',
  summary: 'A task expects this deliverable no more.',
  data: DeliverableArchived,
});

export const createDeliverable = declareWrite({
  name: 'create_deliverable',
  method: 'POST',
  path: '/member-tasks/:memberTaskId/deliverables',
  tag,
  summary: 'Create a deliverable',
  description:
    'Defines the proof that a task expects. A task has at most one active deliverable: the current one must be ' +
    'archived before another is defined.',
  access: administrators,
  target: existingIn('member_tasks'),
  body: CreateDeliverableRequest,
  response: Deliverable,
  status: 201,
  targetType: 'deliverable',
  event: deliverableCreated,
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, a field is outside of its limits, there is no format, a ' +
      'kind is given twice, a link has MIME types, or the task already has an active deliverable.',
    403: 'The caller is neither OWNER nor ADMIN, or the task is archived.',
    404: 'The task is unknown, or of another organization.',
  },
});

export const listDeliverables = declareRead({
  name: 'list_deliverables',
  path: '/member-tasks/:memberTaskId/deliverables',
  tag,
  summary: 'List the deliverables of a task',
  description: 'Archived ones too, newest first. The enrolled member sees them once the task is published.',
  access: anyMember,
  target: visibleTask,
  query: PageQuery,
  response: pageOf(Deliverable),
  refusals: {
    400: 'limit or cursor is not usable.',
    403: noReader,
    404: "The task is unknown, of another organization, or outside of the caller's scope.",
  },
});

export const getDeliverable = declareRead({
  name: 'get_deliverable',
  path: '/deliverables/:deliverableId',
  tag,
  summary: 'Read a deliverable',
  description: 'The enrolled member sees it once its task is published.',
  access: anyMember,
  target: visibleDeliverable,
  response: Deliverable,
  refusals: {
    403: noReader,
    404: "The deliverable is unknown, of another organization, or outside of the caller's scope.",
  },
});

export const updateDeliverable = declareWrite({
  name: 'update_deliverable',
  method: 'PATCH',
  path: '/deliverables/:deliverableId',
  tag,
  summary: 'Change a deliverable',
  description:
    'A field left out is left alone; a field sent as null is erased, where it may be null. acceptedFormats replaces ' +
    'the whole list. What was submitted before is not judged again.',
  access: administrators,
  target: deliverable,
  body: UpdateDeliverableRequest,
  response: Deliverable,
  status: 200,
  targetType: 'deliverable',
  event: deliverableUpdated,
  mayChangeNothing: true,
  refusals: {
    403: noAdministrator,
    404: unknown,
    409: 'The deliverable or its task is archived, or another request holds it.',
  },
});

export const archiveDeliverable = declareWrite({
  name: 'archive_deliverable',
  method: 'POST',
  path: '/deliverables/:deliverableId/archive',
  tag,
  summary: 'Archive a deliverable',
  description: 'It takes no submissions any more, and another can be created for the task.',
  access: administrators,
  target: deliverable,
  body: ArchiveDeliverableRequest,
  response: Deliverable,
  status: 200,
  targetType: 'deliverable',
  event: deliverableArchived,
  refusals: {
    403: noAdministrator,
    404: unknown,
    409: 'The deliverable is archived already, or another request holds it.',
  },
});
