// Exports of follow-up for other contexts.
export { handOverInterventions, MAX_LEFT, WORK_OF_MEMBER } from './intervention/hand-over-interventions.js';
export { Blocker, BLOCKERS } from './blocker/blocker.dto.js';
export type { BlockerEntity } from './blocker/blocker.entity.js';
export { INTERVENTIONS, withOverdue, WORK_QUEUE, WorkQueueItem } from './intervention/intervention.dto.js';
export {
  INTERVENTION_REASONS,
  type InterventionEntity,
  type InterventionReason,
} from './intervention/intervention.entity.js';
export { followUpToTransfer, transferFollowUp, type TransferableFollowUp } from './follow-up-transfer.js';
export { FollowUpModule } from './follow-up.module.js';
export {
  cancelBookedSession,
  lockBookedSession,
  moveBookedSession,
  planBookedSession,
} from './coaching-session/booked-session.js';
export {
  CoachingSessionObservers,
  type CoachingSessionObserver,
} from './coaching-session/coaching-session-observers.js';
export type { CoachingSessionEntity } from './coaching-session/coaching-session.entity.js';
export {
  cancelCoachingSession,
  createCoachingSession,
  sessionBooked,
  updateCoachingSession,
} from './coaching-session/coaching-session.operations.js';
