import {
  FieldsOf,
  Instant,
  isPlainObject,
  JudgedValue,
  MimeType,
  Nested,
  NestedList,
  OneOf,
  OpenObject,
  QueryNumber,
  ServiceAddress,
  Text,
  TextList,
  unchecked,
  Uuid,
  UuidList,
  WebAddress,
  WholeNumber,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { FormAssignment, STANDINGS, type Standing } from '../assignment/form-assignment.dto.js';
import { FormVersion } from '../form/form.dto.js';
import { MAX_QUESTIONS } from '../form/question.js';
import type { SentAnswers } from './answers.js';
import { RESPONSE_STATUSES, type ResponseStatus } from './form-response.entity.js';

const ANSWERS = 'By the keys of their questions, each as the kind of its question asks';

/** Answers by the keys of their questions, as they are sent. */
export function SentAnswersField(options: { optional: boolean; description: string }): PropertyDecorator {
  const isObject = (value: unknown): string | undefined => (isPlainObject(value) ? undefined : 'must be an object');
  const example = { plans: 'Ask what they see before I say what I see.' };
  const schema = { type: 'object', additionalProperties: true } as const;
  return JudgedValue(schema, isObject, { ...options, maxMembers: MAX_QUESTIONS, example });
}

export class SaveFormResponseRequest {
  @WholeNumber({ description: 'The revision that was read; 0 before the first answer', example: 0 }) revision: number;
  @SentAnswersField({ optional: false, description: `${ANSWERS}. Only those sent change; null takes one back` })
  answers: SentAnswers;
}

export class SubmitFormResponseRequest extends FieldsOf(SaveFormResponseRequest, 'revision') {
  @SentAnswersField({ optional: true, description: `${ANSWERS}. They are added to those that are saved` })
  answers?: SentAnswers;
}

export class ReopenFormResponseRequest {
  @Instant({ description: 'Until when it may be changed, UTC: 30 days at most', example: '2030-01-31T22:00:00Z' })
  until: Date;
}

export class VoidFormResponseRequest {
  @Text({
    min: 1,
    max: 500,
    trim: true,
    description: 'Why it no longer counts',
    example: 'Answered for another person',
  })
  reason: string;
}

export class RedactFormResponseRequest {
  @Text({ min: 1, max: 500, trim: true, description: 'Why it is redacted', example: 'Asked for by the person' })
  reason: string;
}

export class FormResponseQuery extends PageQuery {
  @Uuid({ description: 'Form' }) formId: string;
  @Uuid({ optional: true, description: 'Only responses to this assignment' }) formAssignmentId?: string;
  @Uuid({ optional: true, description: 'Only responses by this intake link' }) intakeLinkId?: string;
  @OneOf(RESPONSE_STATUSES, { optional: true, description: 'Only responses with this status' })
  status?: ResponseStatus;
}

export class RevisionQuery {
  @QueryNumber({ optional: true, min: 1, description: 'A submitted revision; by default the present one' })
  revision?: number;
}

/** A file of an answer, as far as whoever sees the response needs it. */
export class AnswerMedia {
  @Uuid({ description: 'Media' }) mediaId: string;
  @Text({ description: 'Title', example: 'My coaching plan' }) title: string;
  @MimeType({ description: 'MIME type', example: 'application/pdf' }) mimeType: string;
  @ServiceAddress() @WebAddress({ description: 'Where the content is read' }) url: string;
}

export class FormResponse {
  @Uuid({ description: 'Form response identifier' }) id: string;
  @Uuid({ description: 'Form' }) formId: string;
  @Uuid({ description: 'The version that is answered, from the first answer on' }) formVersionId: string;
  @WholeNumber({ min: 1, description: 'Number of that version', example: 1 }) number: number;
  @Uuid({ nullable: true, description: 'Assignment that it answers' }) formAssignmentId: string | null;
  @Uuid({ nullable: true, description: 'Or the intake link', example: null }) intakeLinkId: string | null;
  @Uuid({ nullable: true, description: 'Enrollment that it is of, or linked to' }) enrollmentId: string | null;
  @OneOf(RESPONSE_STATUSES, { description: 'Lifecycle status' }) status: string;
  @OpenObject({ description: ANSWERS, example: { plans: 'Ask what they see before I say what I see.' } })
  answers: object;
  @TextList(unchecked, {
    description: 'Keys of answers that were left out: hidden questions',
    example: [],
  })
  ignored: string[];
  @WholeNumber({ description: 'A write sends the one it read', example: 1 })
  revision: number;
  @Uuid({ nullable: true, description: 'Account that answered last' }) answeredBy: string | null;
  @Text({ nullable: true, description: 'Its name', example: 'Ada Lovelace' }) answeredByName: string | null;
  @Instant({ nullable: true, description: 'First submission, UTC' }) submittedAt: string | null;
  @Instant({ nullable: true, description: 'Until when it may be changed, UTC; null: no end' })
  editableUntil: string | null;
  @UuidList({ description: 'Outcome entries that the answers recorded' }) outcomeEntryIds: string[];
  @NestedList(() => AnswerMedia, { description: 'The files of the answers' }) media: AnswerMedia[];
  @Instant({ nullable: true, description: 'When texts were removed, UTC' })
  redactedAt: string | null;
  @Instant({ description: 'First answer, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

/** The answer to an anonymous submission: there is no response to read. */
export class AnonymousSubmission {
  @Uuid({ description: 'Form assignment' }) formAssignmentId: string;
  @OneOf(['submitted'], { description: 'How far it is' }) standing: 'submitted';
}

export class LinkFormResponseRequest {
  @Uuid({ description: 'The enrollment of whoever sent it' }) enrollmentId: string;
}

export const FORM_LOCK_REASONS = [
  'enrollment_not_asked',
  'not_open_yet',
  'closed',
  'lesson_locked',
  'not_editable',
  'redacted',
] as const;
export type FormLockReason = (typeof FORM_LOCK_REASONS)[number];

export class FormLock {
  @OneOf(FORM_LOCK_REASONS, { description: 'Why it cannot be answered now', example: 'not_open_yet' }) reason: string;
  @Instant({ nullable: true, description: 'When it opens, UTC; null where that is not known' }) opensAt: string | null;
}

class OpenFormResponse {
  @Instant({ nullable: true, description: 'Until when it may be answered or changed, UTC; null: no end' })
  editableUntil: string | null;
  @Nested(() => FormLock, { nullable: true, description: 'Why it cannot be answered now', example: null })
  locked: FormLock | null;
}

export class OpenedFormResponse extends OpenFormResponse {
  @OneOf(STANDINGS, { nullable: true, description: 'How far it is; null to staff where it is anonymous' })
  standing: string | null;
  @Nested(() => FormAssignment, { description: 'Who is asked, and until when' }) assignment: FormAssignment;
  @Nested(() => FormVersion, { description: 'What is asked' }) version: FormVersion;
  @Nested(() => FormResponse, {
    nullable: true,
    description: 'The answers; null before the first, and to staff while a member writes them',
  })
  response: FormResponse | null;
}

export class MyFormQuery extends PageQuery {
  @Uuid({ optional: true, description: "Only of this enrollment of the caller's own" }) enrollmentId?: string;
  @OneOf(STANDINGS, { optional: true, description: 'Only those that stand there' }) standing?: Standing;
}

export class MyForm extends OpenFormResponse {
  @OneOf(STANDINGS, { description: 'How far it is' }) standing: string;
  @Nested(() => FormAssignment, { description: 'Who is asked, and until when' }) assignment: FormAssignment;
  @Text({ description: 'Title of the version that is answered', example: 'After your first week' }) title: string;
  @Uuid({ description: 'Enrollment' }) enrollmentId: string;
}
