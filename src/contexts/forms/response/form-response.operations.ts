import { EnrollmentReference } from '#contexts/enrollments/enrollments.public.js';
import { OUTCOMES_OF_ANSWERS } from '#contexts/outcomes/outcomes.public.js';
import { administrators, administratorsAndDirectors, anyMember, enrollmentStaff, everyMember } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid, WholeNumber } from '#kernel/fields';
import { declareList, declareRead, declareWrite, resource } from '#kernel/operations';
import { visibleAssignment } from '../assignment/form-assignment.policy.js';
import {
  FormResponse,
  FormResponseQuery,
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
import { reachedResponse } from './form-response.policy.js';

export const responseChanged = refusal('form_response_changed', 'The response was changed since it was read.');

export const alreadyRedacted = refusal('form_response_redacted', 'The response was redacted before.');

/** Why a form cannot be answered now, by the reason that a read shows. */
export const LOCKS = {
  enrollment_not_asked: refusal('enrollment_not_asked', 'The enrollment is neither active, paused nor completed.'),
  not_open_yet: refusal('form_not_open_yet', 'The assignment is not open yet.'),
  closed: refusal('form_assignment_closed', 'The assignment is closed.'),
  lesson_locked: refusal('lesson_locked', 'The lesson before the form is not open yet.'),
  not_editable: refusal('form_response_not_editable', 'The time to change the response is over.'),
} as const;

class FormResponseReference extends EnrollmentReference {
  @Uuid() formResponseId: string;
  @Uuid() formId: string;
  @Uuid() formVersionId: string;
  @Uuid() formAssignmentId: string;
  @WholeNumber() number: number;
  @WholeNumber() revision: number;
}

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
const WHO =
  'The person enrolled where members answer, else the staff of the enrollment, who do not answer about an enrollment of their own.';
const REASONS = [responseChanged, ...Object.values(LOCKS)];

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
  action: 'form_response.saved',
  targetType: 'form_response',
  refusals: {
    400: 'A field is invalid, or an answer does not fit its question, which `details` names as `answers.<key>`.',
  },
  reasons: [...REASONS, ...FORM_RESPONSE.refusalsUnless('draft', 'voided')],
});

export const submitFormResponse = declareWrite({
  ...answering,
  name: 'submit_form_response',
  path: `${PATH}/submit`,
  summary: 'Submit the answers',
  description:
    `${WHO} Also changes a submitted response while that is open. Answers to questions that are not shown are left out and ` +
    'named in `ignored`. Answers with a measure are recorded as its entries.',
  body: SubmitFormResponseRequest,
  response: FormResponse,
  leadsTo: 'submitted',
  targetType: 'form_response',
  event: responseSubmitted,
  alsoEvents: [responseUpdated.name, ...OUTCOMES_OF_ANSWERS],
  refusals: {
    400: 'A field is invalid, an answer does not fit its question, or a question that is shown and required has none: `answers.<key>`.',
  },
  reasons: REASONS,
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
  reasons: FORM_RESPONSE.refusalsUnless('submitted'),
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

export const redactFormResponse = responses.command('redact', {
  access: administrators,
  leadsTo: 'submitted',
  description:
    'Removes texts, addresses, dates and files from every revision, for good; choices and numbers stay, so that results do. A ' +
    'replay of a write that answered them is refused from then on.',
  body: RedactFormResponseRequest,
  event: declareEvent('form_response.redacted', 'Texts of a response were removed.', FormResponseReference),
  reasons: [alreadyRedacted],
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
