import { randomUUID } from 'node:crypto';
import type { Scope, UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import type { Answers } from '../form/question.js';

const findParticipation = formTables.statement(
  'find_participation_in_form',
  { assignment: 'uuid', enrollment: 'uuid' },
  `select 1 from form_participations
   where organization_id = :organization and form_assignment_id = :assignment and enrollment_id = :enrollment`,
);

const takePart = formTables.statement(
  'take_part_in_form',
  { id: 'uuid', assignment: 'uuid', enrollment: 'uuid' },
  `insert into form_participations (organization_id, id, form_assignment_id, enrollment_id)
   values (:organization, :id, :assignment, :enrollment)`,
);

const addAnswer = formTables.statement(
  'add_anonymous_answer',
  { id: 'uuid', assignment: 'uuid', key: 'text', answer: 'jsonb' },
  `insert into anonymous_responses (organization_id, id, form_assignment_id, key, answer)
   values (:organization, :id, :assignment, :key, :answer)`,
);

/** Whether the enrollment has answered an anonymous form. */
export async function hasTakenPart(scope: Scope, assignment: string, enrollment: string): Promise<boolean> {
  return (await scope.query(findParticipation, { assignment, enrollment })).length > 0;
}

/**
 * Queues that the enrollment has answered, and each answer as a row of its own. All ids are random (UUIDv4): one of the
 * service's own would tell when it was made.
 */
export function keepAnonymously(uow: UnitOfWork, assignment: string, enrollment: string, answers: Answers): void {
  uow.queue(takePart, { id: randomUUID(), assignment, enrollment });
  const rows = Object.entries(answers).map(([key, answer]) => ({ id: randomUUID(), assignment, key, answer }));
  // In the order of the ids, not in that of the questions.
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const row of rows) uow.queue(addAnswer, row);
}
