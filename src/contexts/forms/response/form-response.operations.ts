import type { Type } from '@nestjs/common';
import { lessonLocked } from '#contexts/learning/learning.public.js';
import { entryLimit, OUTCOMES_OF_ANSWERS } from '#contexts/outcomes/outcomes.public.js';
import { administrators, administratorsAndDirectors, anyMember, enrollmentStaff, everyMember } from '#kernel/access';
import { refusal, wrongStatus, type ServiceError } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid, UuidList, WholeNumber } from '#kernel/fields';
import { declareList, declareRead, declareWrite, resource } from '#kernel/operations';
import { FORM_ASSIGNMENT } from '../assignment/form-assignment.entity.js';
import { visibleAssignment } from '../assignment/form-assignment.policy.js';
import {
  AnonymousSubmission,
  type FormLockReason,
  FormResponse,
  FormResponseQuery,
  LinkFormResponseRequest,
  MyForm,
  MyFormQuery,
  OpenedFormResponse,
  RedactFormResponseRequest,
  ReopenFormResponseRequest,
  RevisionQuery,
  SaveFormResponseRequest,
  SubmitFormResponseRequest,
  VoidFormResponseRequest,
} from './form-response.dto.js';
import { FORM_RESPONSE } from './form-response.entity.js';
import { narrowToSeen, reachedResponse } from './form-response.policy.js';

export const responseChanged = refusal('form_response_changed', 'The response was changed since it was read.');

/** So often a submitted response may be changed. */
export const MAX_REVISIONS = 100;

export const revisionLimit = refusal(
  'form_response_revision_limit',
  `A response keeps at most ${MAX_REVISIONS} earlier revisions.`,
);

export const notAsked = refusal('enrollment_not_asked', 'The enrollment is neither active, paused nor completed.');
export const notOpenYet = refusal('form_not_open_yet', 'The assignment is not open yet.');
export const notEditable = refusal('form_response_not_editable', 'The time to change the response is over.');
export const sentAtOnce = refusal('form_sent_at_once', 'An anonymous form is sent in one go.');
export const ofIntakeLink = refusal('form_response_of_intake_link', 'A response by an intake link is not changed.');
export const alreadyLinked = refusal('form_response_linked', 'The response is of an enrollment already.');
export const erasedPerson = refusal('person_erased', 'The person is erased.');
export const redacted = refusal('form_response_redacted', 'The response was redacted.');

/** The refusal of an answer for the reason that a read shows. */
export function lockedError(reason: FormLockReason): ServiceError {
  switch (reason) {
    case 'enrollment_not_asked':
      return notAsked.error();
    case 'not_open_yet':
      return notOpenYet.error();
    case 'closed':
      return wrongStatus('form assignment', 'closed');
    case 'lesson_locked':
      return lessonLocked.error();
    case 'not_editable':
      return notEditable.error();
    case 'redacted':
      return redacted.error();
  }
}

/** An anonymous response has formId and formAssignmentId alone. */
export class FormResponseReference {
  @Uuid() formId: string;
  @Uuid({ nullable: true }) formAssignmentId: string | null;
  @Uuid({ optional: true, nullable: true }) intakeLinkId?: string | null;
  @Uuid({ optional: true }) formResponseId?: string;
  @Uuid({ optional: true }) formVersionId?: string;
  @WholeNumber({ optional: true }) number?: number;
  @WholeNumber({ optional: true }) revision?: number;
  @Uuid({ optional: true, nullable: true }) answeredBy?: string | null;
  @UuidList({ optional: true }) outcomeEntryIds?: string[];
  @Uuid({ optional: true, nullable: true }) enrollmentId?: string | null;
  @Uuid({ optional: true, nullable: true }) cohortId?: string | null;
  @Uuid({ optional: true, nullable: true }) memberId?: string | null;
}

/** The fields of a response that is of nobody yet. */
export const FORM_RESPONSE_REFERENCE = {
  ...{ formAssignmentId: null, answeredBy: null, outcomeEntryIds: [] },
  ...{ enrollmentId: null, cohortId: null, memberId: null },
};

export const responseSubmitted = declareEvent('form_response.submitted', 'A form was answered.', FormResponseReference);

export const responseUpdated = declareEvent(
  'form_response.updated',
  'A submitted response was changed.',
  FormResponseReference,
);

const responses = resource({
  noun: 'form response',
  path: '/form-responses/:formResponseId',
  response: FormResponse,
  target: reachedResponse,
  read: enrollmentStaff,
  write: enrollmentStaff,
});

const answering = {
  tag: 'Form responses',
  access: anyMember,
  target: visibleAssignment,
} as const;

const PATH = '/form-assignments/:formAssignmentId/responses/:enrollmentId';
const WHO = 'The person enrolled where members answer, else the staff of the enrollment.';
const REASONS = [
  ...[responseChanged, notAsked, notOpenYet, lessonLocked, notEditable, redacted],
  ...FORM_ASSIGNMENT.refusalsUnless('open'),
];

export const openFormResponse = declareRead({
  ...answering,
  name: 'open_form_response',
  path: PATH,
  summary: 'Open the response of an enrollment to a form',
  description:
    'What is asked and answered, also before the first answer. The staff of the enrollment, and the person enrolled where ' +
    'members answer. The draft of a member is shown to that member alone.',
  response: OpenedFormResponse,
});

export const saveFormResponse = declareWrite({
  ...answering,
  name: 'save_form_response',
  method: 'PUT',
  path: PATH,
  summary: 'Save a draft of the answers',
  description: `${WHO} Only the answers that are sent change. What is required is asked when submitting.`,
  body: SaveFormResponseRequest,
  response: FormResponse,
  leadsTo: 'draft',
  narrowReplay: narrowToSeen,
  action: 'form_response.saved',
  targetType: 'form_response',
  refusals: {
    400: 'A field is invalid, or an answer does not fit its question, which `details` names as `answers.<key>`.',
  },
  reasons: [...REASONS, sentAtOnce, ...FORM_RESPONSE.refusalsUnless('draft', 'voided')],
});

const submitted: Type<FormResponse | AnonymousSubmission> = FormResponse;

export const submitFormResponse = declareWrite({
  ...answering,
  name: 'submit_form_response',
  path: `${PATH}/submit`,
  summary: 'Submit the answers',
  description:
    `${WHO} Also changes a submitted response while that is open. Answers to questions that are not shown are left out and ` +
    'named in `ignored`. Answers with a measure are recorded as its entries.',
  body: SubmitFormResponseRequest,
  response: submitted,
  otherResponse: AnonymousSubmission,
  leadsTo: 'submitted',
  narrowReplay: narrowToSeen,
  targetType: 'form_response',
  event: responseSubmitted,
  alsoEvents: [responseUpdated.name, ...OUTCOMES_OF_ANSWERS],
  refusals: {
    400: 'A field is invalid, an answer does not fit its question, or a question that is shown and required has none: `answers.<key>`.',
  },
  reasons: [...REASONS, revisionLimit, entryLimit],
});

export const listFormResponses = responses.list({
  description: 'Of the enrollments that the caller reaches, newest first. Drafts of members are shown to nobody else.',
  query: FormResponseQuery,
  refusals: { 404: 'The form does not exist in the organization.' },
});

export const getFormResponse = declareRead({
  name: 'get_form_response',
  path: '/form-responses/:formResponseId',
  tag: 'Form responses',
  summary: 'Retrieve a form response',
  description: 'As it is, or as it was submitted in an earlier revision.',
  access: enrollmentStaff,
  target: reachedResponse,
  query: RevisionQuery,
  response: FormResponse,
  refusals: { 400: 'revision is invalid.' },
});

export const reopenFormResponse = responses.command('reopen', {
  leadsTo: 'submitted',
  description: 'It may be changed until then, also after the assignment was closed.',
  body: ReopenFormResponseRequest,
  event: declareEvent('form_response.reopened', 'A response was opened for changes.', FormResponseReference),
  refusals: { 400: 'until is missing, not in the future, or more than 30 days away.' },
  reasons: [...FORM_RESPONSE.refusalsUnless('submitted'), redacted, ofIntakeLink],
});

export const voidFormResponse = responses.command('void', {
  access: administratorsAndDirectors,
  leadsTo: 'voided',
  description: 'It no longer counts, with the outcome entries that it recorded. A new one may be started.',
  body: VoidFormResponseRequest,
  event: declareEvent('form_response.voided', 'A response was voided.', FormResponseReference),
  alsoEvents: OUTCOMES_OF_ANSWERS,
  reasons: FORM_RESPONSE.refusalsUnless('submitted'),
});

export const linkFormResponse = responses.command('link', {
  access: administratorsAndDirectors,
  leadsTo: 'submitted',
  description: 'Says whose response by an intake link it is.',
  body: LinkFormResponseRequest,
  event: declareEvent('form_response.linked', 'A response was linked to an enrollment.', FormResponseReference),
  allowedOnOneself: true,
  refusals: { 400: 'enrollmentId is no enrollment of the organization.' },
  reasons: [...FORM_RESPONSE.refusalsUnless('submitted'), alreadyLinked, erasedPerson],
});

export const redactFormResponse = responses.command('redact', {
  access: administrators,
  leadsTo: 'submitted',
  description:
    'Removes texts, addresses, dates and files from every revision, for good; choices and numbers stay, so that results do.',
  body: RedactFormResponseRequest,
  event: declareEvent('form_response.redacted', 'Texts of a response were removed.', FormResponseReference),
  allowedOnOneself: true,
  reasons: [redacted, ...FORM_RESPONSE.refusalsUnless('submitted', 'voided')],
});

export const listMyForms = declareList({
  name: 'list_my_forms',
  path: '/me/forms',
  tag: 'Me',
  summary: 'List the forms that the caller is asked to answer',
  description:
    "Of active, paused and completed enrollments of the caller's own, where members answer; the first to close first.",
  access: everyMember,
  query: MyFormQuery,
  item: MyForm,
});
