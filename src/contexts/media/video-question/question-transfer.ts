import type { Scope, UnitOfWork } from '#kernel/work';
import { mediaTables } from '../media.tables.js';

/** An open question, which goes along with a transfer. */
export interface TransferableQuestion {
  id: string;
}

const OPEN = `select id from video_questions
  where organization_id = :organization and enrollment_id = :enrollment and status = 'open'
  order by id`;

const listOpen = mediaTables
  .statement('list_video_questions_to_transfer', { enrollment: 'uuid' }, OPEN)
  .returning<TransferableQuestion>();
const lockOpen = mediaTables
  .statement('lock_video_questions_to_transfer', { enrollment: 'uuid' }, `${OPEN} for update`)
  .returning<TransferableQuestion>();

// The program stays the one that the question was asked in.
const moveQuestions = mediaTables.statement(
  'transfer_video_questions',
  { ids: 'uuid[]', to: 'uuid' },
  'update video_questions set enrollment_id = :to where organization_id = :organization and id = any(:ids::uuid[])',
);

export function listQuestionsToTransfer(scope: Scope, enrollment: string): Promise<TransferableQuestion[]> {
  return scope.query(listOpen, { enrollment });
}

/** Locks them in order of their ids. The unit holds the lock on the enrollment. */
export function lockQuestionsToTransfer(uow: UnitOfWork, enrollment: string): Promise<TransferableQuestion[]> {
  return uow.query(lockOpen, { enrollment });
}

export function transferQuestions(uow: UnitOfWork, questions: readonly TransferableQuestion[], to: string): void {
  if (questions.length > 0) uow.queue(moveQuestions, { ids: questions.map(({ id }) => id), to });
}
