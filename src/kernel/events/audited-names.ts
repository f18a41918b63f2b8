import { Vocabulary } from '../fields/vocabulary.js';

const LATER = 'Later versions may add values.';

export const AUDIT_ACTIONS = new Vocabulary('AuditAction', {
  description: `What was done: the name of an event, or of a change without one. ${LATER}`,
  issue: 'must be an audit action of this API',
});

export const AUDIT_TARGET_TYPES = new Vocabulary('AuditTargetType', {
  description: `The type of a changed resource. ${LATER}`,
  issue: 'must be a target type of this API',
});

export const EVENT_NAMES = new Vocabulary('EventName', {
  description: `The name of an event. ${LATER}`,
  issue: 'must be the name of an event of this API',
});

/** The names of a change in audit entries. */
export interface AuditedName {
  action: string;
  targetType: string;
}

/** Declares a change outside of any operation, which audit entries may name. */
export function declareServiceAct(action: string, targetType: string): AuditedName {
  AUDIT_ACTIONS.add(action);
  AUDIT_TARGET_TYPES.add(targetType);
  return { action, targetType };
}
