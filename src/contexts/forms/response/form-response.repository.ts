import { Injectable } from '@nestjs/common';
import { OF_PERSON, REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import { notFound } from '#kernel/errors';
import { keyedBy } from '#kernel/lists';
import { eraseResultsOf } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import type { FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import { OF_ASSIGNMENT } from '../assignment/form-assignment.policy.js';
import { formTables } from '../forms.tables.js';
import type { AnswerMedia } from './form-response.dto.js';
import { FormResponseEntity, FormResponseRevisionEntity } from './form-response.entity.js';
import { REDACTED_ANSWERS } from './redacted-answers.js';

/** An enrollment of an assignment, and who the caller is to it. */
export interface AnsweringEnrollment {
  id: string;
  cohortId: string;
  memberId: string;
  status: string;
  /** The caller is the person enrolled. */
  isOwn: boolean;
  /** The caller is staff of the enrollment. */
  isReached: boolean;
}

type MediaRow = AnswerMedia & { kind: string; createdBy: string };

const ENROLLMENT = `e.id, e.cohort_id as "cohortId", e.member_id as "memberId", e.status, (${OF_PERSON}) as "isOwn",
  (${REACHED}) as "isReached"`;

// Locked, so that of concurrent answers one comes first.
const enrollmentOf = formTables.lockable(
  'enrollment_of_form_assignment',
  { assignment: 'uuid', enrollment: 'uuid', account: 'uuid', ...reachParameters },
  `select ${ENROLLMENT}
   from form_assignments a
   join enrollments e on e.organization_id = a.organization_id and e.id = :enrollment
   join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
   where a.organization_id = :organization and a.id = :assignment and ${OF_ASSIGNMENT}`,
  'for no key update of e',
);

const lockEnrollment = formTables
  .statement(
    'lock_enrollment_of_form_response',
    { id: 'uuid' },
    `select e.id, e.cohort_id as "cohortId", e.member_id as "memberId" from enrollments e
     where e.organization_id = :organization and e.id = :id for no key update`,
  )
  .returning<Pick<AnsweringEnrollment, 'id' | 'cohortId' | 'memberId'>>();

// A closing waits.
const lockAssignment = formTables.statement(
  'lock_form_assignment_to_answer',
  { id: 'uuid' },
  'select 1 from form_assignments where organization_id = :organization and id = :id for share',
);

const findResponse = formTables
  .statement(
    'find_response_of_enrollment',
    { assignment: 'uuid', enrollment: 'uuid' },
    `select id from form_responses
     where organization_id = :organization and form_assignment_id = :assignment and enrollment_id = :enrollment
       and status <> 'voided'`,
  )
  .returning<{ id: string }>();

const findRevision = formTables
  .statement(
    'find_revision_of_form_response',
    { response: 'uuid', revision: 'integer' },
    `select id from form_response_revisions
     where organization_id = :organization and form_response_id = :response and revision = :revision`,
  )
  .returning<{ id: string }>();

const redactResponse = formTables.statement(
  'redact_form_response',
  { id: 'uuid' },
  `update form_responses t set answers = ${REDACTED_ANSWERS} where t.organization_id = :organization and t.id = :id`,
);

const redactRevisions = formTables.statement(
  'redact_form_response_revisions',
  { id: 'uuid' },
  `update form_response_revisions t set answers = ${REDACTED_ANSWERS}
   where t.organization_id = :organization and t.form_response_id = :id`,
);

// Every file of any revision, so that its media are in use.
const addFile = formTables.statement(
  'add_file_of_form_response',
  { id: 'uuid', response: 'uuid', media: 'uuid' },
  `insert into form_response_files (organization_id, id, form_response_id, media_id)
   values (:organization, :id, :response, :media) on conflict (organization_id, form_response_id, media_id) do nothing`,
);

const dropFiles = formTables.statement(
  'drop_files_of_draft',
  { response: 'uuid', media: 'uuid[]' },
  `delete from form_response_files
   where organization_id = :organization and form_response_id = :response and media_id <> all(:media::uuid[])`,
);

const removeFiles = formTables.statement(
  'remove_files_of_form_response',
  { response: 'uuid' },
  'delete from form_response_files where organization_id = :organization and form_response_id = :response',
);

const listVersions = formTables
  .statement(
    'list_versions_of_form_responses',
    { ids: 'uuid[]' },
    `select v.id, v.number,
       jsonb_path_query_array(v.content, '$.questions[*] ? (@.kind == "file").key') as "fileKeys"
     from form_versions v where v.organization_id = :organization and v.id = any(:ids::uuid[])`,
  )
  .returning<{ id: string; number: number; fileKeys: string[] }>();

const listTimes = formTables
  .statement(
    'list_times_of_form_assignments',
    { ids: 'uuid[]' },
    `select a.id, a.opens_at as "opensAt", a.closes_at as "closesAt", a.closed_at as "closedAt", a.edit_hours as "editHours"
     from form_assignments a where a.organization_id = :organization and a.id = any(:ids::uuid[])`,
  )
  .returning<Pick<FormAssignmentEntity, 'id' | 'opensAt' | 'closesAt' | 'closedAt' | 'editHours'>>();

// FOR KEY SHARE: a deletion waits, or is waited for.
const mediaOfAnswers = formTables.lockable(
  'media_of_form_responses',
  { ids: 'uuid[]' },
  `select m.id as "mediaId", m.kind, m.title, m.mime_type as "mimeType", m.url, m.created_by as "createdBy"
   from media m where m.organization_id = :organization and m.id = any(:ids::uuid[]) order by m.id`,
  'for key share',
);

/** The operations whose first results show answers. */
const SHOWING_ANSWERS = [
  'save_form_response',
  'submit_form_response',
  'reopen_form_response',
  'link_form_response',
  'void_form_response',
] as const;

@Injectable()
export class FormResponseRepository {
  /** Throws 404 for an enrollment that the assignment does not ask, whatever its status. */
  async getEnrollment(scope: Scope, assignment: string, enrollment: string): Promise<AnsweringEnrollment> {
    return this.enrollment(scope, enrollmentOf.list, assignment, enrollment);
  }

  /** The same, locked with the assignment until the end of the unit of work. */
  async lockEnrollment(uow: UnitOfWork, assignment: string, enrollment: string): Promise<AnsweringEnrollment> {
    const found = await this.enrollment(uow, enrollmentOf.lock, assignment, enrollment);
    await uow.query(lockAssignment, { id: assignment });
    return found;
  }

  /** The enrollment, locked. Undefined where there is none. */
  async findEnrollment(uow: UnitOfWork, id: string) {
    return (await uow.query(lockEnrollment, { id })).at(0);
  }

  /** The enrollment of a response, locked. */
  async lockEnrollmentOf(uow: UnitOfWork, id: string) {
    const [enrollment] = await uow.query(lockEnrollment, { id });
    return enrollment;
  }

  /** The id of the response that is not voided. */
  async findResponse(scope: Scope, assignment: string, enrollment: string): Promise<string | undefined> {
    return (await scope.query(findResponse, { assignment, enrollment })).at(0)?.id;
  }

  /** Throws 404. */
  async getRevision(scope: Scope, response: string, revision: number): Promise<FormResponseRevisionEntity> {
    const [found] = await scope.query(findRevision, { response, revision });
    if (!found) throw notFound();
    return scope.get(FormResponseRevisionEntity, found.id);
  }

  /** Queues that the response has these media; of a draft, they replace the former ones. */
  keepFiles(uow: UnitOfWork, response: string, media: readonly string[], { isDraft }: { isDraft: boolean }): void {
    if (isDraft) uow.queue(dropFiles, { response, media });
    for (const one of media) uow.queue(addFile, { id: uow.newId(), response, media: one });
  }

  /** Removes texts, addresses, dates and files from every revision, and from stored first results. */
  async redact(uow: UnitOfWork, { id, updatedAt }: FormResponseEntity): Promise<void> {
    await uow.query(redactResponse, { id });
    await uow.query(redactRevisions, { id });
    await uow.execute(removeFiles, { response: id });
    await eraseResultsOf(uow, SHOWING_ANSWERS, id, updatedAt);
  }

  /** By their ids, as all of these. */
  async versionsOf(scope: Scope, ids: readonly string[]) {
    return keyedBy(await scope.query(listVersions, { ids: [...new Set(ids)] }), ({ id }) => id);
  }

  async timesOf(scope: Scope, ids: readonly string[]) {
    return keyedBy(await scope.query(listTimes, { ids: [...new Set(ids)] }), ({ id }) => id);
  }

  async mediaOf(scope: Scope, ids: readonly string[]) {
    return this.media(scope, mediaOfAnswers.list, ids);
  }

  /** The same, which nobody deletes until the end of the unit of work. */
  async lockMedia(uow: UnitOfWork, ids: readonly string[]) {
    return this.media(uow, mediaOfAnswers.lock, ids);
  }

  private async media(scope: Scope, statement: typeof mediaOfAnswers.list, ids: readonly string[]) {
    if (ids.length === 0) return new Map<string, MediaRow>();
    const rows = (await scope.query(statement, { ids: [...new Set(ids)] })) as MediaRow[];
    return keyedBy(rows, ({ mediaId }) => mediaId);
  }

  private async enrollment(
    scope: Scope,
    statement: typeof enrollmentOf.list,
    assignment: string,
    enrollment: string,
  ): Promise<AnsweringEnrollment> {
    const values = { assignment, enrollment, account: scope.caller.accountId, ...reachValues(scope.caller) };
    const [found] = (await scope.query(statement, values)) as AnsweringEnrollment[];
    if (!(found as AnsweringEnrollment | undefined)) throw notFound();
    return found;
  }
}
