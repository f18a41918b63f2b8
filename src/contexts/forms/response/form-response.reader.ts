import { Injectable } from '@nestjs/common';
import { coachOf } from '#contexts/enrollments/enrollments.public.js';
import { listMemberNames } from '#contexts/identity/identity.public.js';
import { LessonLocks, type ReadPlans } from '#contexts/learning/learning.public.js';
import { notFound } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { hasTakenPart } from '../anonymous/participation.js';
import { toFormAssignment } from '../assignment/form-assignment.dto.js';
import { FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import { FormVersion } from '../form/form.dto.js';
import { FormEntity, FormVersionEntity } from '../form/form.entity.js';
import { answerTo } from '../form/question.js';
import {
  AnswerMedia,
  FormLock,
  FormResponse,
  MyForm,
  OpenedFormResponse,
  type FormResponseQuery,
  type MyFormQuery,
} from './form-response.dto.js';
import { FormResponseEntity } from './form-response.entity.js';
import { listOwnForms, listResponses, type MyFormRow } from './form-response.lists.js';
import { FormResponseRepository, type AnsweringEnrollment } from './form-response.repository.js';
import {
  ANONYMOUS_RESPONSE,
  editableUntil,
  responseLock,
  type ResponseLock,
  type ResponseTimes,
} from './response-lock.js';

type ResponseRow = NewRow<FormResponseEntity>;

/** Shows responses, and where they stand. */
@Injectable()
export class FormResponseReader {
  constructor(
    private readonly responses: FormResponseRepository,
    private readonly lessons: LessonLocks,
  ) {}

  /** Throws 404 for a form that does not exist. */
  async list(scope: Scope, query: FormResponseQuery): Promise<Page<FormResponse>> {
    await scope.get(FormEntity, query.formId);
    return scope.list(listResponses, { ...query, ...coachOf(scope.caller) }, (rows) => this.shown(scope, rows));
  }

  async get(scope: Scope, id: string, revision: number | undefined): Promise<FormResponse> {
    const response = await scope.get(FormResponseEntity, id);
    if (revision === undefined || revision === response.revision) return this.one(scope, response);
    const former = await this.responses.getRevision(scope, id, revision);
    const { formVersionId, answers, ignored, answeredBy } = former;
    return this.one(scope, { ...response, revision, formVersionId, answers, ignored, answeredBy });
  }

  async open(scope: Scope, assignmentId: string, enrollmentId: string): Promise<OpenedFormResponse> {
    const enrollment = await this.responses.getEnrollment(scope, assignmentId, enrollmentId);
    const assignment = await scope.get(FormAssignmentEntity, assignmentId);
    requireSeen(assignment, enrollment);
    const id = await this.responses.findResponse(scope, assignmentId, enrollmentId);
    const response = id === undefined ? null : await scope.get(FormResponseEntity, id);
    const times = await this.timesOf(scope, assignment, enrollment, response);
    const version = await scope.get(FormVersionEntity, response?.formVersionId ?? assignment.formVersionId);
    const isSecret = assignment.anonymous && !enrollment.isOwn;
    const isHidden = response?.status === 'draft' && assignment.answeredBy === 'member' && !enrollment.isOwn;
    return toResource(OpenedFormResponse, {
      ...this.standing(assignment, times, await this.lockOf(scope, assignment, enrollment, times)),
      ...(isSecret ? { standing: null } : {}),
      assignment: toFormAssignment(assignment, scope.now),
      version: toResource(FormVersion, version),
      response: response && !isHidden ? await this.one(scope, response) : null,
    });
  }

  listOwn(scope: Scope, query: MyFormQuery): Promise<Page<MyForm>> {
    return scope.list(listOwnForms, { ...query, account: scope.caller.accountId }, async (rows) => {
      const items: MyForm[] = [];
      const plans: ReadPlans = new Map();
      for (const row of rows) items.push(await this.own(scope, row, plans));
      return items;
    });
  }

  /** Where the enrollment stands. Of an anonymous form, the person enrolled alone is told. */
  async timesOf(
    scope: Scope,
    { id, anonymous }: FormAssignmentEntity,
    enrollment: AnsweringEnrollment,
    response: FormResponseEntity | null,
  ): Promise<ResponseTimes | null> {
    if (!anonymous) return response;
    return enrollment.isOwn && (await hasTakenPart(scope, id, enrollment.id)) ? ANONYMOUS_RESPONSE : null;
  }

  /** Why the form cannot be answered now. The lesson before it keeps the person enrolled only. */
  async lockOf(
    scope: Scope,
    assignment: FormAssignmentEntity,
    enrollment: Pick<AnsweringEnrollment, 'id' | 'status' | 'isOwn'>,
    response: ResponseTimes | null,
    plans?: ReadPlans,
  ): Promise<ResponseLock | null> {
    const waits = assignment.lessonId !== null && assignment.answeredBy === 'member' && enrollment.isOwn;
    const lesson = waits ? await this.lessons.lockOf(scope, enrollment.id, assignment.lessonId ?? '', plans) : null;
    return responseLock({ assignment, enrollment, response, lesson }, scope.now);
  }

  async one(scope: Scope, row: ResponseRow): Promise<FormResponse> {
    const [shown] = await this.shown(scope, [row]);
    return shown;
  }

  /** By five statements for any number of responses. */
  private async shown(scope: Scope, rows: readonly ResponseRow[]): Promise<FormResponse[]> {
    const versions = await this.responses.versionsOf(scope, valuesOf(rows, 'formVersionId'));
    const times = await this.responses.timesOf(scope, valuesOf(rows, 'formAssignmentId'));
    const names = await listMemberNames(scope, valuesOf(rows, 'answeredBy'));
    const filesOf = ({ formVersionId, answers }: ResponseRow): string[] => {
      const keys = versions.get(formVersionId)?.fileKeys ?? [];
      return keys.flatMap((key) => (answerTo(answers, key) as string | null | undefined) ?? []);
    };
    const media = await this.responses.mediaOf(scope, rows.flatMap(filesOf));
    return rows.map((row) => {
      const assignment = row.formAssignmentId === null ? undefined : times.get(row.formAssignmentId);
      return toResource(FormResponse, {
        ...row,
        number: versions.get(row.formVersionId)?.number ?? 0,
        answeredByName: (row.answeredBy !== null && names.get(row.answeredBy)) || null,
        editableUntil: assignment ? (editableUntil(assignment, row)?.toISOString() ?? null) : null,
        outcomeEntryIds: Object.values(row.outcomeEntries),
        media: filesOf(row).flatMap((id) => {
          const found = media.get(id);
          return found ? [toResource(AnswerMedia, found)] : [];
        }),
      });
    });
  }

  private async own(scope: Scope, row: MyFormRow, plans: ReadPlans): Promise<MyForm> {
    const { enrollmentId, enrollmentStatus, title, responseStatus, submittedAt, reopenedUntil, redactedAt } = row;
    const response =
      responseStatus === null ? null : { status: responseStatus, submittedAt, reopenedUntil, redactedAt };
    const lock = await this.lockOf(
      scope,
      row,
      { id: enrollmentId, status: enrollmentStatus, isOwn: true },
      response,
      plans,
    );
    const assignment = toFormAssignment(row, scope.now);
    return toResource(MyForm, { ...this.standing(row, response, lock), assignment, title, enrollmentId });
  }

  private standing(assignment: FormAssignmentEntity, response: ResponseTimes | null, lock: ResponseLock | null) {
    return {
      standing: response?.status ?? 'not_started',
      editableUntil: editableUntil(assignment, response)?.toISOString() ?? null,
      locked: lock && toResource(FormLock, lock),
    };
  }
}

function valuesOf<Field extends keyof ResponseRow>(
  rows: readonly ResponseRow[],
  field: Field,
): NonNullable<ResponseRow[Field]>[] {
  return rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined);
}

/** Throws 404 for a person enrolled where staff answer, and for others who do not reach the enrollment. */
export function requireSeen({ answeredBy }: FormAssignmentEntity, { isOwn, isReached }: AnsweringEnrollment): void {
  if (!isReached && !(isOwn && answeredBy === 'member')) throw notFound();
}
