import { Injectable } from '@nestjs/common';
import { requireOpenCohort } from '#contexts/cohorts/cohorts.public.js';
import { coachOf } from '#contexts/enrollments/enrollments.public.js';
import { Clock } from '#kernel/clock';
import { invalidField, wrongStatus } from '#kernel/errors';
import { sentFields, toResource, toResources } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import { referenceTo } from '#kernel/operations';
import type { Scope, UnitOfWork } from '#kernel/work';
import { FORM, FormEntity } from '../form/form.entity.js';
import type { Question } from '../form/question.js';
import { FormRepository } from '../form/form.repository.js';
import { formTables } from '../forms.tables.js';
import {
  FormAssignmentDetail,
  FormStanding,
  toFormAssignment,
  type CreateFormAssignmentRequest,
  type FormAssignment,
  type FormAssignmentQuery,
  type FormStandingQuery,
  type HiddenStandings,
  type UpdateFormAssignmentRequest,
} from './form-assignment.dto.js';
import { FORM_ASSIGNMENT, FormAssignmentEntity, statusAt } from './form-assignment.entity.js';
import {
  assignmentLimit,
  closeFormAssignment,
  createFormAssignment,
  keepsVersion,
  MAX_ASSIGNMENTS,
  updateFormAssignment,
} from './form-assignment.operations.js';
import { checkMayAssign } from './form-assignment.policy.js';
import { FormAssignmentRepository, listAssignments, listStandings } from './form-assignment.repository.js';

const checkProgram = referenceTo('program to ask', formTables, 'programs');

@Injectable()
export class FormAssignmentService {
  constructor(
    private readonly assignments: FormAssignmentRepository,
    private readonly forms: FormRepository,
    private readonly clock: Clock,
  ) {}

  async create(uow: UnitOfWork, formId: string, request: CreateFormAssignmentRequest): Promise<FormAssignment> {
    const { cohortId = null, programId = null, answeredBy, lessonId = null, editHours = 0 } = request;
    const { opensAt = null, closesAt = null, anonymous = false } = request;
    const cohort = cohortId === null ? undefined : await this.assignments.lockCohort(uow, cohortId);
    const form = await uow.getForUpdate(FormEntity, formId);
    await checkMayAssign(uow, form.programId, cohortId);
    if (cohortId !== null && !cohort) throw invalidField('cohortId', 'must be a cohort of the organization');
    if (programId !== null) await checkProgram(uow, 'programId', programId);
    const program = cohort?.programId ?? programId;
    if (form.programId !== null && form.programId !== program) {
      throw invalidField(cohort ? 'cohortId' : 'programId', 'must be of the program of the form');
    }
    checkTimes({ opensAt, closesAt }, uow.now, request);
    if (lessonId !== null && (await this.assignments.programOfLesson(uow, lessonId)) !== program) {
      throw invalidField('lessonId', 'must be a lesson of the program');
    }
    const version = await this.versionOf(uow, form, request.formVersionId, { answeredBy, anonymous });
    FORM.require(form, 'published');
    if (cohort) requireOpenCohort(cohort);
    if ((await this.assignments.countOpen(uow, formId)) >= MAX_ASSIGNMENTS) throw assignmentLimit.error();
    const assignment = uow.insert(FormAssignmentEntity, {
      ...{ formId, formVersionId: version, cohortId, programId, answeredBy, anonymous },
      ...{ opensAt, closesAt, editHours, lessonId },
    });
    uow.record(createFormAssignment.event, assignment, [
      ...(['formId', 'formVersionId', 'cohortId', 'programId', 'answeredBy'] as const),
      ...(['anonymous', 'opensAt', 'closesAt', 'editHours', 'lessonId'] as const),
    ]);
    return toFormAssignment(assignment, uow.now);
  }

  list(scope: Scope, { status, ...query }: FormAssignmentQuery): Promise<Page<FormAssignment>> {
    const { now } = scope;
    const at = { openAt: status === 'open' ? now : undefined, closedAt: status === 'closed' ? now : undefined };
    return scope.list(listAssignments, { ...query, ...at, ...coachOf(scope.caller) }, (rows) =>
      rows.map((row) => toFormAssignment(row, now)),
    );
  }

  async get(scope: Scope, id: string): Promise<FormAssignmentDetail> {
    const assignment = await scope.get(FormAssignmentEntity, id);
    const counts = assignment.anonymous
      ? await this.countParticipations(scope, id)
      : await this.assignments.countStandings(scope, id);
    return toResource(FormAssignmentDetail, { ...toFormAssignment(assignment, scope.now), counts });
  }

  async listStandings(
    scope: Scope,
    id: string,
    query: FormStandingQuery,
  ): Promise<Page<FormStanding> | HiddenStandings> {
    const { anonymous } = await scope.get(FormAssignmentEntity, id);
    if (anonymous) return { measured: false, reason: 'anonymous', items: [], nextCursor: null };
    return scope.list(listStandings, { ...query, id, ...coachOf(scope.caller) }, toResources(FormStanding));
  }

  async update(uow: UnitOfWork, id: string, request: UpdateFormAssignmentRequest): Promise<FormAssignment> {
    const assignment = await uow.getForUpdate(FormAssignmentEntity, id);
    const form = await uow.getForUpdate(FormEntity, assignment.formId);
    await checkMayAssign(uow, form.programId, assignment.cohortId);
    const sent = sentFields(request);
    checkTimes({ ...assignment, ...sent }, uow.now, request);
    if (request.formVersionId !== undefined) {
      await this.checkKeepsVersion(uow, assignment);
      await this.versionOf(uow, form, request.formVersionId, assignment);
    }
    const isClosed = [uow.now, this.clock.now()].some((now) => statusAt(assignment, now) === 'closed');
    if (isClosed) await this.checkReopening(uow, form, assignment, request);
    return toFormAssignment(
      uow.patch(FormAssignmentEntity, assignment, sent, updateFormAssignment.event, { formAssignmentId: id }),
      uow.now,
    );
  }

  async close(uow: UnitOfWork, id: string): Promise<FormAssignment> {
    const assignment = await uow.getForUpdate(FormAssignmentEntity, id);
    const { programId } = await uow.get(FormEntity, assignment.formId);
    await checkMayAssign(uow, programId, assignment.cohortId);
    FORM_ASSIGNMENT.checkMove(statusAt(assignment, uow.now), 'closed');
    uow.record(closeFormAssignment.event, assignment);
    return toFormAssignment(uow.change(FormAssignmentEntity, assignment, { closedAt: uow.now }), uow.now);
  }

  /** Throws 409: other options of a version would tell when an anonymous answer was given. */
  private async checkKeepsVersion(uow: UnitOfWork, { id, anonymous }: FormAssignmentEntity): Promise<void> {
    if (!anonymous) return;
    const { answered } = await this.assignments.countParticipations(uow, id);
    if (answered > 0) throw keepsVersion.error();
  }

  /** Null unless the caller reaches everybody: the counts of a few would tell who has answered. */
  private async countParticipations(scope: Scope, id: string) {
    const { asked, answered, areAll } = await this.assignments.countParticipations(scope, id);
    return areAll ? { asked, draft: 0, submitted: answered } : null;
  }

  /** A later end reopens what time has closed. Throws 409 for what was closed by hand, stays closed, or is anonymous. */
  private async checkReopening(
    uow: UnitOfWork,
    form: FormEntity,
    { closedAt, anonymous }: FormAssignmentEntity,
    { closesAt }: UpdateFormAssignmentRequest,
  ): Promise<void> {
    // Two results of an anonymous assignment would tell what was answered between them.
    if (closedAt !== null || closesAt === undefined || anonymous) throw wrongStatus('form assignment', 'closed');
    FORM.require(form, 'published');
    if ((await this.assignments.countOpen(uow, form.id)) >= MAX_ASSIGNMENTS) throw assignmentLimit.error();
  }

  /** The id of the version of the form that is named, or of its newest. Throws 400. */
  private async versionOf(
    uow: UnitOfWork,
    form: FormEntity,
    named: string | undefined,
    { answeredBy, anonymous }: Pick<FormAssignmentEntity, 'answeredBy' | 'anonymous'>,
  ) {
    const version = await this.forms.versionFor(uow, form, named);
    if (anonymous && version.content.questions.some(tellsWho)) {
      throw invalidField('formVersionId', 'must ask for no file, consent, e-mail address or measure to be anonymous');
    }
    const measured = version.content.questions.flatMap(({ measure }) => measure ?? []);
    if (answeredBy === 'member' && measured.length > 0) {
      const measures = await this.forms.measuresOf(uow, form.programId, version.content);
      const areReported = measured.every(
        ({ kind, outcomeMeasureId: id }) => kind === 'reading' && measures.get(id)?.selfReport === true,
      );
      if (!areReported) {
        throw invalidField('formVersionId', 'must record readings of measures that members report themselves only');
      }
    }
    return version.id;
  }
}

/** Whether an answer would tell who gave it. */
function tellsWho({ kind, measure }: Question): boolean {
  return kind === 'file' || kind === 'consent' || kind === 'email' || measure !== null;
}

/** Throws 400. */
function checkTimes(
  { opensAt, closesAt }: Pick<FormAssignmentEntity, 'opensAt' | 'closesAt'>,
  now: Date,
  sent: Pick<UpdateFormAssignmentRequest, 'opensAt' | 'closesAt'>,
): void {
  if (sent.closesAt && sent.closesAt <= now) throw invalidField('closesAt', 'must be in the future');
  if (opensAt !== null && closesAt !== null && opensAt > closesAt) {
    throw invalidField(sent.opensAt ? 'opensAt' : 'closesAt', 'opensAt must not be after closesAt');
  }
}
