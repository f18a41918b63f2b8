import { Injectable } from '@nestjs/common';
import { OF_PERSON, type EnrollmentStatus, coachFilter } from '#contexts/enrollments/enrollments.public.js';
import { rowLimit, type Scope, type UnitOfWork } from '#kernel/work';
import { mediaTables } from '../media.tables.js';
import { visibleToPerson } from '../video-resource/visible-to-person.js';
import { VideoQuestionEntity, type QuestionStatus } from './video-question.entity.js';
import {
  MAX_OPEN_QUESTIONS,
  MAX_WITHDRAWN_QUESTIONS,
  questionLimit,
  withdrawnLimit,
} from './video-question.operations.js';

// A count under this lock sees every question that was asked on the enrollment before.
const lockOwnEnrollment = mediaTables
  .statement(
    'lock_own_enrollment_to_ask',
    { id: 'uuid', account: 'uuid' },
    `select e.status, c.program_id as "programId" from enrollments e
     join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id
     where e.organization_id = :organization and e.id = :id and ${OF_PERSON}
     for no key update of e`,
  )
  .returning<{ status: EnrollmentStatus; programId: string }>();

export const limitOpenQuestions = rowLimit(mediaTables, 'video_questions', {
  of: 'enrollment_id',
  where: `status = 'open'`,
  most: MAX_OPEN_QUESTIONS,
  refused: questionLimit,
});
export const limitWithdrawnQuestions = rowLimit(mediaTables, 'video_questions', {
  of: 'enrollment_id',
  where: `status = 'withdrawn'`,
  most: MAX_WITHDRAWN_QUESTIONS,
  refused: withdrawnLimit,
});

const findVisible = mediaTables.statement(
  'find_video_resource_to_ask_about',
  { id: 'uuid', account: 'uuid' },
  `select 1 from video_resources v where v.organization_id = :organization and v.id = :id and ${visibleToPerson('v')}`,
);

// The lock of the foreign key of a private answer, taken before that of the question.
const lockAudience = mediaTables.statement(
  'lock_audience_of_answer',
  { id: 'uuid' },
  'select 1 from enrollments where organization_id = :organization and id = :id for key share',
);

const listAskers = mediaTables
  .statement(
    'list_askers_of_video_questions',
    { enrollments: 'uuid[]' },
    `select e.id, m.name from enrollments e
     join members m on m.organization_id = e.organization_id and m.id = e.member_id
     where e.organization_id = :organization and e.id = any(:enrollments::uuid[])`,
  )
  .returning<{ id: string; name: string }>();

export const listOwnQuestions = mediaTables.list('list_video_questions_of_person', {
  rows: VideoQuestionEntity,
  parameters: { account: 'uuid' },
  where: `item.enrollment_id = any(array(
    select e.id from enrollments e where e.organization_id = :organization and ${OF_PERSON}))`,
});

const questions = {
  rows: VideoQuestionEntity,
  by: ['status', 'programId', 'enrollmentId'],
  filters: coachFilter('item.enrollment_id'),
} as const;
const listNewest = mediaTables.list('list_video_questions', questions);
const listOldestAsked = mediaTables.list('list_video_questions_oldest_first', {
  ...questions,
  order: { asc: ['askedAt', 'id'] },
});
const listLatestAsked = mediaTables.list('list_video_questions_latest_first', {
  ...questions,
  order: { desc: ['askedAt', 'id'] },
});

/** Newest first; of one status, open ones in the order in which they were asked, others latest first. */
export function listOf(status: QuestionStatus | undefined): typeof listNewest {
  if (status === undefined) return listNewest;
  return status === 'open' ? listOldestAsked : listLatestAsked;
}

@Injectable()
export class VideoQuestionRepository {
  /** The enrollment, locked, if it is the caller's own. */
  async lockOwnEnrollment(uow: UnitOfWork, id: string) {
    const rows = await uow.query(lockOwnEnrollment, { id, account: uow.caller.accountId });
    return rows.at(0);
  }

  /** Whether the caller may see the video resource as an enrolled member, whatever their role. */
  async maySee(scope: Scope, id: string): Promise<boolean> {
    return (await scope.query(findVisible, { id, account: scope.caller.accountId })).length > 0;
  }

  lockAudience(uow: UnitOfWork, id: string): void {
    uow.queue(lockAudience, { id });
  }

  /** The names of the members who asked, by enrollment. */
  async listAskers(scope: Scope, enrollments: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await scope.query(listAskers, { enrollments: [...new Set(enrollments)] });
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
