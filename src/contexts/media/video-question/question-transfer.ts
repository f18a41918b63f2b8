import { moveRows } from '#contexts/enrollments/enrollments.public.js';
import type { UnitOfWork } from '#kernel/work';
import { mediaTables } from '../media.tables.js';

/** An open question, which goes along with a transfer. */
export interface TransferableQuestion {
  id: string;
}

/** The open questions of an enrollment, in order of their ids. */
export const questionsToTransfer = mediaTables
  .lockable(
    'video_questions_to_transfer',
    { enrollment: 'uuid' },
    `select id from video_questions
     where organization_id = :organization and enrollment_id = :enrollment and status = 'open'
     order by id`,
  )
  .returning<TransferableQuestion>();

// The program stays the one that the question was asked in.
const moveQuestions = moveRows(mediaTables, 'video_questions');

export function transferQuestions(
  uow: UnitOfWork,
  questions: readonly TransferableQuestion[],
  enrollments: { from: string; to: string },
): void {
  if (questions.length > 0) uow.queue(moveQuestions, { ids: questions.map(({ id }) => id), ...enrollments });
}
