import { refusedUnless } from '#kernel/errors';
import {
  cohortWithReachedEnrollments,
  reachableEnrollment,
  reachableThroughEnrollment,
  ENROLLMENT_STATUSES,
} from '#contexts/enrollments/enrollments.public.js';
import { enrollmentStaff } from '#kernel/access';
import { Instant, OneOf, Uuid } from '#kernel/fields';
import { declareBulk, narrowResults, resource } from '#kernel/operations';
import { declareEvent, withFields } from '#kernel/events';
import { followUpTables } from '../follow-up.tables.js';
import { BulkPlanRequest, BulkPlanResult } from './bulk-intervention.dto.js';
import { listReachedResults } from './intervention.policy.js';
import {
  CloseInterventionRequest,
  Intervention,
  InterventionInHand,
  InterventionsInHandQuery,
  ListInterventionsQuery,
  PlanInterventionRequest,
  UpdateInterventionRequest,
  WorkQueueItem,
  WorkQueueQuery,
} from './intervention.dto.js';
import { INTERVENTION_CHANNELS, INTERVENTION_REASONS, INTERVENTION_STATUSES } from './intervention.entity.js';

const closed = refusedUnless('intervention', ['planned'], INTERVENTION_STATUSES);

export class InterventionPlanned {
  @Uuid() interventionId: string;
  @Uuid() enrollmentId: string;
  @OneOf(INTERVENTION_REASONS) reason: string;
  @OneOf(INTERVENTION_CHANNELS) channel: string;
  @Uuid() ownerUserId: string;
  @Instant() dueAt: string;
}

class InterventionReassigned {
  @Uuid() interventionId: string;
  @Uuid() enrollmentId: string;
  @Uuid() ownerUserId: string;
  @Uuid({ description: 'The owner before; the same one if ownerUserId did not change' }) previousOwnerUserId: string;
  @Instant() dueAt: string;
}

export class InterventionUpdated extends withFields(InterventionReassigned) {}

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

/** The fields of a new intervention that audit entries have. */
export const PLANNED = ['enrollmentId', 'reason', 'title', 'channel', 'ownerUserId', 'dueAt', 'blockerId'] as const;

export const planIntervention = interventions.create({
  name: 'plan_intervention',
  allowedOnOneself: true,
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
      'enrollment, or the blocker is not an open blocker of the enrollment.',
  },
  reasons: refusedUnless('enrollment', ['active'], ENROLLMENT_STATUSES, 400),
});

export const listInterventions = interventions.list({
  path: '/enrollments/:enrollmentId/interventions',
  parent: reachableEnrollment,
  summary: 'List the interventions on an enrollment',
  description: 'Most recently planned first.',
  query: ListInterventionsQuery,
  mayLag: true,
});

export const getIntervention = interventions.get({ description: 'In any status, with its outcome once it is closed.' });

export const listWorkQueue = interventions.list({
  name: 'list_work_queue',
  path: '/work-queue',
  summary: "List the caller's overdue interventions",
  description: 'Longest overdue first. Excludes enrollments that the caller can no longer access.',
  query: WorkQueueQuery,
  mayLag: true,
  item: WorkQueueItem,
});

export const listInterventionsInHand = interventions.list({
  name: 'list_interventions_in_hand',
  summary: 'List the planned interventions of all owners',
  description:
    'On the enrollments that the caller reaches, the longest overdue first. ownership=orphaned finds those whose owner ' +
    'was detached or has lost the enrollment: they are in no work queue.',
  query: InterventionsInHandQuery,
  mayLag: true,
  item: InterventionInHand,
});

export const updateIntervention = interventions.patch({
  description: 'Allowed in any status of the enrollment. The reason and the linked blocker cannot be changed.',
  body: UpdateInterventionRequest,
  event: declareEvent('intervention.updated', 'A planned intervention was updated.', InterventionUpdated),
  refusals: {
    400:
      'The Idempotency-Key is missing, a field is invalid, dueAt is in the past, or the new owner has no access to the ' +
      'enrollment.',
  },
  reasons: closed,
});

export const closeIntervention = interventions.command('close', {
  description: 'Allowed in any status of the enrollment. A linked blocker is not changed.',
  body: CloseInterventionRequest,
  event: declareEvent('intervention.closed', 'An intervention was completed or cancelled.', InterventionClosed),
  reasons: closed,
});

export const bulkPlanInterventions = declareBulk({
  name: 'bulk_plan_interventions',
  path: '/cohorts/:cohortId/bulk-interventions',
  tag: 'Interventions',
  summary: 'Plan an intervention on each of several enrollments in a cohort',
  description: 'Each intervention is recorded as by plan_intervention. None is linked to a blocker.',
  access: enrollmentStaff,
  target: cohortWithReachedEnrollments,
  targetType: 'cohort',
  action: 'cohort.bulk_interventions_planned',
  alsoEvents: [planIntervention.event.name],
  body: BulkPlanRequest,
  response: BulkPlanResult,
  narrowReplay: (scope, first) => narrowResults(first, (ids) => listReachedResults(scope, ids)),
  refusals: {},
});
