import { reachableEnrollment, reachableThroughEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access/access-rule.js';
import { Uuid } from '#kernel/fields/identifiers.js';
import { OneOf } from '#kernel/fields/text.js';
import { Instant } from '#kernel/fields/time.js';
import { resource } from '#kernel/operations/resource.js';
import { declareEvent } from '#kernel/trail/event.js';
import { followUpTables } from '../follow-up.tables.js';
import {
  CloseInterventionRequest,
  Intervention,
  ListInterventionsQuery,
  PlanInterventionRequest,
  WorkQueueItem,
  WorkQueueQuery,
} from './intervention.dto.js';
import { INTERVENTION_CHANNELS, INTERVENTION_REASONS, INTERVENTION_STATUSES } from './intervention.entity.js';

export class InterventionPlanned {
  @Uuid() interventionId: string;
  @Uuid() enrollmentId: string;
  @OneOf(INTERVENTION_REASONS) reason: string;
  @OneOf(INTERVENTION_CHANNELS) channel: string;
  @Uuid() ownerUserId: string;
  @Instant() dueAt: string;
}

export class InterventionClosed {
  @Uuid() interventionId: string;
  @Uuid() enrollmentId: string;
  @OneOf(INTERVENTION_STATUSES) status: string;
  @Uuid() ownerUserId: string;
  @Instant() closedAt: string;
}

const interventions = resource({
  noun: 'intervention',
  path: '/interventions/:interventionId',
  response: Intervention,
  target: reachableThroughEnrollment('intervention', followUpTables, 'interventions'),
  read: enrollmentStaff,
  write: enrollmentStaff,
});

export const planIntervention = interventions.create({
  name: 'plan_intervention',
  path: '/enrollments/:enrollmentId/interventions',
  parent: reachableEnrollment,
  summary: 'Plan an intervention',
  description:
    'Turns an alert into a tracked action on one enrollment. An intervention that is still open after dueAt appears in ' +
    "the owner's work queue. A linked blocker is not changed, neither by planning nor by closing the intervention.",
  body: PlanInterventionRequest,
  event: declareEvent('intervention.planned', 'An intervention was planned on an enrollment.', InterventionPlanned),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, dueAt is in the past, the owner has no access to the ' +
      'enrollment, the enrollment is not active, or the blocker is not an open blocker of the enrollment.',
  },
});

export const listInterventions = interventions.list({
  path: '/enrollments/:enrollmentId/interventions',
  parent: reachableEnrollment,
  summary: 'List the interventions on an enrollment',
  description: 'Most recently planned first.',
  query: ListInterventionsQuery,
  mayLag: true,
});

export const getIntervention = interventions.get();

export const listWorkQueue = interventions.list({
  name: 'list_work_queue',
  path: '/work-queue',
  summary: "List the caller's overdue interventions",
  description: 'Longest overdue first. Excludes enrollments that the caller can no longer access.',
  query: WorkQueueQuery,
  mayLag: true,
  item: WorkQueueItem,
});

export const closeIntervention = interventions.command('close', {
  description: 'Allowed in any status of the enrollment. A linked blocker is not changed.',
  body: CloseInterventionRequest,
  event: declareEvent('intervention.closed', 'An intervention was completed or cancelled.', InterventionClosed),
  refusals: { 409: 'The intervention is already closed.' },
});
