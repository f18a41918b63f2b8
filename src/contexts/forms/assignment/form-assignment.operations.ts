import { cohortClosed } from '#contexts/cohorts/cohorts.public.js';
import { enrollmentStaff, programContentStaffAndCohortCoaches } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { declareList, existing, resource } from '#kernel/operations';
import { FORM } from '../form/form.entity.js';
import { anyForm } from '../form/form.operations.js';
import { formTables } from '../forms.tables.js';
import {
  CreateFormAssignmentRequest,
  FormAssignment,
  FormAssignmentDetail,
  FormAssignmentQuery,
  FormStanding,
  FormStandingQuery,
  HiddenStandings,
  UpdateFormAssignmentRequest,
} from './form-assignment.dto.js';
import { ANSWERED_BY, FORM_ASSIGNMENT } from './form-assignment.entity.js';
import { narrowToAssigners, reachedAssignment } from './form-assignment.policy.js';

/** Open ones of a form. */
export const MAX_ASSIGNMENTS = 100;

export const assignmentLimit = refusal(
  'form_assignment_limit',
  `A form has at most ${MAX_ASSIGNMENTS} open assignments.`,
);

export const keepsVersion = refusal(
  'form_assignment_keeps_version',
  'An answered anonymous assignment keeps its version.',
);

export class FormAssignmentReference {
  @Uuid() formAssignmentId: string;
  @Uuid() formId: string;
  @Uuid() formVersionId: string;
  @Uuid({ nullable: true }) cohortId: string | null;
  @Uuid({ nullable: true }) programId: string | null;
  @Uuid({ nullable: true }) lessonId: string | null;
}

class FormAssignmentCreated extends FormAssignmentReference {
  @OneOf(ANSWERED_BY) answeredBy: string;
}

const assignments = resource({
  noun: 'form assignment',
  path: '/form-assignments/:formAssignmentId',
  response: FormAssignment,
  target: existing('form assignment', formTables, 'form_assignments'),
  read: enrollmentStaff,
  write: programContentStaffAndCohortCoaches,
});

const REFUSED_400 =
  'A field is invalid, closesAt is past or before opensAt, an id is none of the program or form, members do not report the ' +
  'measures of the version themselves, or anonymous answers would tell whose they are.';

export const createFormAssignment = assignments.create({
  path: '/forms/:formId/assignments',
  parent: anyForm,
  summary: 'Assign a form to a cohort or program',
  description:
    'Asks the active, paused and completed enrollments of the cohort, or of all cohorts of the program, those to come included.',
  body: CreateFormAssignmentRequest,
  narrowReplay: narrowToAssigners,
  event: declareEvent('form_assignment.created', 'A form was assigned to a cohort or program.', FormAssignmentCreated),
  refusals: { 400: REFUSED_400 },
  reasons: [...FORM.refusalsUnless('published'), ...cohortClosed, assignmentLimit],
});

export const listFormAssignments = assignments.list({
  description: 'Those that ask somebody whom the caller reaches, newest first.',
  query: FormAssignmentQuery,
});

export const getFormAssignment = assignments.get({
  description: 'With counts of the enrollments that the caller reaches.',
  target: reachedAssignment,
  response: FormAssignmentDetail,
});

export const updateFormAssignment = assignments.patch({
  description: 'Omitted fields are left unchanged. A later closesAt reopens an assignment that time has closed.',
  body: UpdateFormAssignmentRequest,
  narrowReplay: narrowToAssigners,
  event: declareEvent('form_assignment.updated', 'A form assignment was updated.', withFields(FormAssignmentReference)),
  refusals: { 400: REFUSED_400 },
  reasons: [
    ...FORM_ASSIGNMENT.refusalsUnless('open'),
    ...FORM.refusalsUnless('published'),
    ...[assignmentLimit, keepsVersion],
  ],
});

export const closeFormAssignment = assignments.command('close', {
  leadsTo: 'closed',
  description: 'For good. Drafts stay as they are, unsent.',
  narrowReplay: narrowToAssigners,
  event: declareEvent('form_assignment.closed', 'A form assignment was closed by hand.', FormAssignmentReference),
  reasons: FORM_ASSIGNMENT.refusalsOfMove('closed'),
});

export const listFormStandings = declareList({
  name: 'list_form_standings',
  path: '/form-assignments/:formAssignmentId/standings',
  tag: 'Form assignments',
  summary: 'List how far the enrollments are that an assignment asks',
  description: 'Those that the caller reaches, by enrollment, the newest first. Of an anonymous assignment none.',
  access: enrollmentStaff,
  target: reachedAssignment,
  query: FormStandingQuery,
  item: FormStanding,
  otherResponse: HiddenStandings,
});
