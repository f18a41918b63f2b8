import { enrollmentStaff } from '../platform/access/access-rule.js';
import { declareEvent } from '../platform/events/event.js';
import { Uuid } from '../platform/fields/identifiers.js';
import { OneOf } from '../platform/fields/text.js';
import { Instant } from '../platform/fields/time.js';
import { pageOf } from '../platform/lists/page.js';
import { declareRead, declareWrite } from '../platform/operations/operation.js';
import { reachableEnrollment, reachableThroughEnrollment } from './enrollment.policy.js';
import {
  CloseInterventionRequest,
  Intervention,
  ListInterventionsQuery,
  PlanInterventionRequest,
  WorkQueueItem,
  WorkQueueQuery,
} from './intervention.dto.js';
import { INTERVENTION_CHANNELS, INTERVENTION_REASONS, INTERVENTION_STATUSES } from './intervention.entity.js';

const intervention = reachableThroughEnrollment('interventions');
const notStaff = 'The caller has no role on enrollments.';
const unknown = "The intervention is unknown, of another organization, or outside of the caller's scope.";

export class InterventionPlanned {
  @Uuid()
  interventionId: string;

  @Uuid()
  enrollmentId: string;

  @OneOf(INTERVENTION_REASONS)
  reason: string;

  @OneOf(INTERVENTION_CHANNELS)
  channel: string;

  @Uuid()
  ownerUserId: string;

  @Instant()
  dueAt: string;
}

export const interventionPlanned = declareEvent({
  name: 'intervention.planned',
  summary: 'An intervention was planned on an enrollment.',
  data: InterventionPlanned,
});

export class InterventionClosed {
  @Uuid()
  interventionId: string;

  @Uuid()
  enrollmentId: string;

  @OneOf(INTERVENTION_STATUSES)
  status: string;

  @Uuid()
  ownerUserId: string;

  @Instant()
  closedAt: string;
}

export const interventionClosed = declareEvent({
  name: 'intervention.closed',
  summary: 'An intervention was completed or cancelled.',
  data: InterventionClosed,
});

export const planIntervention = declareWrite({
  name: 'plan_intervention',
  method: 'POST',
  path: '/enrollments/:enrollmentId/interventions',
  tag: 'Interventions',
  summary: 'Plan an intervention',
  description:
    'Turns an alert into a tracked action on one enrollment. Once dueAt passes without closure, it appears in the ' +
    "owner's work queue. Linking a blocker is informative: neither planning nor closing changes the blocker.",
  access: enrollmentStaff,
  target: reachableEnrollment,
  body: PlanInterventionRequest,
  response: Intervention,
  status: 201,
  targetType: 'intervention',
  event: interventionPlanned,
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, reason or channel is unknown, the deadline is past, the ' +
      'owner is not allowed, the blocker is closed or of another enrollment, or the enrollment is not active.',
    403: 'The caller can not plan on enrollments.',
    404: "The enrollment is unknown, of another organization, or outside of the caller's scope.",
  },
});

export const listInterventions = declareRead({
  name: 'list_interventions',
  path: '/enrollments/:enrollmentId/interventions',
  tag: 'Interventions',
  summary: 'List the interventions on an enrollment',
  description: 'The one planned last comes first.',
  access: enrollmentStaff,
  target: reachableEnrollment,
  query: ListInterventionsQuery,
  response: pageOf(Intervention),
  refusals: {
    400: 'status, limit or cursor is invalid.',
    403: notStaff,
    404: "The enrollment is unknown, of another organization, or outside of the caller's scope.",
  },
});

export const getIntervention = declareRead({
  name: 'get_intervention',
  path: '/interventions/:interventionId',
  tag: 'Interventions',
  summary: 'Read an intervention',
  access: enrollmentStaff,
  target: intervention,
  response: Intervention,
  refusals: { 403: notStaff, 404: unknown },
});

export const listWorkQueue = declareRead({
  name: 'list_work_queue',
  path: '/work-queue',
  tag: 'Interventions',
  summary: "List the caller's open interventions whose deadline has passed",
  description:
    'The longest overdue comes first. Only interventions that the caller owns, on enrollments that the caller still ' +
    'reaches.',
  access: enrollmentStaff,
  query: WorkQueueQuery,
  response: pageOf(WorkQueueItem),
  refusals: { 400: 'include, limit or cursor is invalid.', 403: notStaff },
});

export const closeIntervention = declareWrite({
  name: 'close_intervention',
  method: 'POST',
  path: '/interventions/:interventionId/close',
  tag: 'Interventions',
  summary: 'Close an intervention',
  description: 'By whoever could plan it, whatever the status of the enrollment. A linked blocker stays as it is.',
  access: enrollmentStaff,
  target: intervention,
  body: CloseInterventionRequest,
  response: Intervention,
  status: 200,
  targetType: 'intervention',
  event: interventionClosed,
  refusals: {
    403: notStaff,
    404: unknown,
    409: 'The intervention is closed already, or another request holds it.',
  },
});
