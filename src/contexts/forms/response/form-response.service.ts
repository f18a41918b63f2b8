import { Injectable } from '@nestjs/common';
import { referenceToEnrollment } from '#contexts/enrollments/enrollments.public.js';
import { voidRecorded } from '#contexts/outcomes/outcomes.public.js';
import { Clock } from '#kernel/clock';
import { checkRevision, invalidField, invalidFields, type FieldIssue } from '#kernel/errors';
import { changedMeanwhile, type NewRow } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { keepAnonymously } from '../anonymous/participation.js';
import { FormAssignmentEntity, statusAt } from '../assignment/form-assignment.entity.js';
import { FormVersionEntity } from '../form/form.entity.js';
import { answerTo, type Answers, type Question } from '../form/question.js';
import { shownAnswers, submissionIssues, withSent } from './answers.js';
import type {
  AnonymousSubmission,
  FormResponse,
  SaveFormResponseRequest,
  SubmitFormResponseRequest,
} from './form-response.dto.js';
import { FORM_RESPONSE, FormResponseEntity } from './form-response.entity.js';
import {
  FORM_RESPONSE_REFERENCE,
  lockedError,
  ofIntakeLink,
  redacted,
  redactFormResponse,
  reopenFormResponse,
  responseChanged,
  responseSubmitted,
  responseUpdated,
  sentAtOnce,
  voidFormResponse,
} from './form-response.operations.js';
import { requireAnswering } from './form-response.policy.js';
import { FormResponseReader, requireSeen } from './form-response.reader.js';
import { keepFormer } from './former-revision.js';
import { recordMeasures } from './recorded-measures.js';
import { FormResponseRepository, type AnsweringEnrollment } from './form-response.repository.js';

const REOPENED_FOR_MS = 30 * 86_400_000;
const VOIDED_RESPONSE = 'The response that recorded it was voided.';

type ResponseRow = NewRow<FormResponseEntity>;

/** The rows that a request finds, locked. */
interface Found {
  assignment: FormAssignmentEntity;
  enrollment: AnsweringEnrollment;
  version: FormVersionEntity;
  response: FormResponseEntity | null;
  answers: Answers;
}

@Injectable()
export class FormResponseService {
  constructor(
    private readonly responses: FormResponseRepository,
    private readonly reader: FormResponseReader,
    private readonly clock: Clock,
  ) {}

  async save(
    uow: UnitOfWork,
    assignmentId: string,
    enrollmentId: string,
    request: SaveFormResponseRequest,
  ): Promise<FormResponse> {
    const found = await this.answering(uow, assignmentId, enrollmentId, request);
    if (found.assignment.anonymous) throw sentAtOnce.error();
    if (found.response) FORM_RESPONSE.require(found.response, 'draft');
    const saved = this.keep(uow, found, { answers: found.answers });
    uow.recordWithoutEvent(saved.id, { formAssignmentId: assignmentId, enrollmentId, revision: saved.revision });
    return this.reader.one(uow, saved);
  }

  async submit(
    uow: UnitOfWork,
    assignmentId: string,
    enrollmentId: string,
    request: SubmitFormResponseRequest,
  ): Promise<FormResponse | AnonymousSubmission> {
    const found = await this.answering(uow, assignmentId, enrollmentId, request);
    const { assignment, enrollment, response, version, answers } = found;
    const { questions } = version.content;
    const issues = submissionIssues(questions, answers);
    if (issues.length > 0) throw invalidFields(issues);
    const { shown, ignored } = shownAnswers(questions, answers);
    if (assignment.anonymous) return this.submitAnonymously(uow, assignment, enrollmentId, shown);
    if (response?.status === 'submitted') await keepFormer(uow, response);
    const outcomeEntries = await recordMeasures(uow, found, shown);
    const submitted = this.keep(uow, found, {
      ...{ answers: shown, ignored, outcomeEntries, status: 'submitted' },
      submittedAt: response?.submittedAt ?? uow.now,
    });
    const event = response?.status === 'submitted' ? responseUpdated : responseSubmitted;
    const { id } = submitted;
    const reference = { ...referenceToEnrollment(enrollment), formResponseId: id, number: version.number };
    uow.record(event, { ...submitted, ...reference, outcomeEntryIds: Object.values(outcomeEntries) });
    return this.reader.one(uow, submitted);
  }

  private submitAnonymously(
    uow: UnitOfWork,
    { id: formAssignmentId, formId }: FormAssignmentEntity,
    enrollmentId: string,
    answers: Answers,
  ): AnonymousSubmission {
    keepAnonymously(uow, formAssignmentId, enrollmentId, answers);
    uow.recordAnonymously(responseSubmitted, { targetId: formAssignmentId, data: { formId, formAssignmentId } });
    return { formAssignmentId, standing: 'submitted' };
  }

  async reopen(uow: UnitOfWork, id: string, until: Date): Promise<FormResponse> {
    const { response, reference } = await this.lock(uow, id);
    const age = until.getTime() - uow.now.getTime();
    if (age <= 0 || age > REOPENED_FOR_MS) throw invalidField('until', 'must be in the next 30 days');
    FORM_RESPONSE.require(response, 'submitted');
    if (response.intakeLinkId !== null) throw ofIntakeLink.error();
    if (response.redactedAt !== null) throw redacted.error();
    uow.record(reopenFormResponse.event, reference);
    return this.reader.one(uow, uow.change(FormResponseEntity, response, { reopenedUntil: until }));
  }

  async void(uow: UnitOfWork, id: string, reason: string): Promise<FormResponse> {
    const { response, reference } = await this.lock(uow, id);
    FORM_RESPONSE.checkMove(response.status, 'voided');
    await voidRecorded(uow, Object.values(response.outcomeEntries), VOIDED_RESPONSE);
    uow.record(voidFormResponse.event, reference);
    return this.reader.one(uow, uow.change(FormResponseEntity, response, { status: 'voided', voidReason: reason }));
  }

  /** Texts, addresses, dates and files become null in every revision, also in stored first results. */
  async redact(uow: UnitOfWork, id: string, reason: string): Promise<FormResponse> {
    const { response, reference } = await this.lock(uow, id);
    FORM_RESPONSE.require(response, 'submitted', 'voided');
    if (response.redactedAt !== null) throw redacted.error();
    await this.responses.redact(uow, response);
    uow.record(redactFormResponse.event, reference);
    const { answers } = await uow.get(FormResponseEntity, id);
    const change = { redactedAt: uow.now, redactReason: reason };
    return this.reader.one(uow, { ...uow.change(FormResponseEntity, response, change), answers });
  }

  /** Finds, locks and judges what is answered. Throws 404, 403, 400 for the answers that are sent, or 409. */
  private async answering(
    uow: UnitOfWork,
    assignmentId: string,
    enrollmentId: string,
    { revision, answers: sent = {} }: SubmitFormResponseRequest,
  ): Promise<Found> {
    const enrollment = await this.responses.lockEnrollment(uow, assignmentId, enrollmentId);
    await uow.locked(enrollmentId);
    const assignment = await uow.get(FormAssignmentEntity, assignmentId);
    requireSeen(assignment, enrollment);
    requireAnswering(assignment, enrollment);
    const id = await this.responses.findResponse(uow, assignmentId, enrollmentId);
    const response = id === undefined ? null : await uow.getForUpdate(FormResponseEntity, id);
    const version = await uow.get(FormVersionEntity, response?.formVersionId ?? assignment.formVersionId);
    const { questions } = version.content;
    const { answers, issues } = withSent(questions, response?.answers ?? {}, sent);
    if (issues.length > 0) throw invalidFields(issues);
    const fileIssues = await this.fileIssues(uow, questions, Object.keys(sent), answers);
    if (fileIssues.length > 0) throw invalidFields(fileIssues);
    const times = await this.reader.timesOf(uow, assignment, enrollment, response);
    checkRevision({ refused: responseChanged, present: response?.revision ?? 0, sent: revision });
    const lock = await this.reader.lockOf(uow, assignment, enrollment, times);
    if (lock) throw lockedError(lock.reason);
    // Its results may have been read since.
    if (assignment.anonymous && statusAt(assignment, this.clock.now()) === 'closed') throw lockedError('closed');
    return { assignment, enrollment, version, response, answers };
  }

  /** A file is media that the account which answers has made, of a kind that the question takes. */
  private async fileIssues(
    uow: UnitOfWork,
    questions: readonly Question[],
    sent: readonly string[],
    answers: Answers,
  ): Promise<FieldIssue[]> {
    const files = questions.filter(
      ({ kind, key }) => kind === 'file' && sent.includes(key) && answerTo(answers, key) !== undefined,
    );
    const idOf = (key: string): string => answers[key] as string;
    const media = await this.responses.lockMedia(
      uow,
      files.map(({ key }) => idOf(key)),
    );
    return files.flatMap(({ key, mediaKinds = [] }) => {
      const found = media.get(idOf(key));
      const isOwn = found?.createdBy === uow.caller.accountId;
      if (!found || !isOwn) return [{ field: `answers.${key}`, issue: 'must be media that the caller has made' }];
      const issue = `must be of the kind ${mediaKinds.join(' or ')}`;
      return mediaKinds.includes(found.kind) ? [] : [{ field: `answers.${key}`, issue }];
    });
  }

  /** Inserts or changes the response, whose revision grows. */
  private keep(uow: UnitOfWork, found: Found, change: Partial<ResponseRow>): ResponseRow {
    const { response, version, assignment, enrollment } = found;
    const answeredBy = uow.caller.accountId;
    const place = { formAssignmentId: assignment.id, enrollmentId: enrollment.id, formId: assignment.formId };
    const kept = response
      ? uow.change(FormResponseEntity, response, { ...change, answeredBy, revision: response.revision + 1 })
      : uow.insert(FormResponseEntity, {
          ...{ status: 'draft', answers: {}, ignored: [], outcomeEntries: {}, ...change, ...place },
          ...{ formVersionId: version.id, answeredBy, revision: 1 },
        });
    const files = version.content.questions.filter(({ kind }) => kind === 'file');
    const media = files.flatMap(({ key }) => (answerTo(kept.answers, key) as string | undefined) ?? []);
    this.responses.keepFiles(uow, kept.id, media, { isDraft: response?.status !== 'submitted' });
    return kept;
  }

  /** A response, locked behind its enrollment, and the data of its events. */
  private async lock(uow: UnitOfWork, id: string) {
    const { enrollmentId } = await uow.get(FormResponseEntity, id);
    const enrollment = enrollmentId === null ? null : await this.responses.lockEnrollmentOf(uow, enrollmentId);
    const response = await uow.getForUpdate(FormResponseEntity, id);
    // A transfer or a link came between.
    if (response.enrollmentId !== (enrollment?.id ?? null)) throw changedMeanwhile();
    const { number } = await uow.get(FormVersionEntity, response.formVersionId);
    const outcomeEntryIds = Object.values(response.outcomeEntries);
    const ofEnrollment = enrollment && referenceToEnrollment(enrollment);
    const reference = {
      ...FORM_RESPONSE_REFERENCE,
      ...ofEnrollment,
      ...response,
      id,
      formResponseId: id,
      number,
      outcomeEntryIds,
    };
    return { response, reference };
  }
}
