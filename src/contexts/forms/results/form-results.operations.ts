import { programContentStaffAndCoaches } from '#kernel/access';
import { declareRead } from '#kernel/operations';
import { anyForm } from '../form/form.operations.js';
import { FormResults, FormResultsQuery } from './form-results.dto.js';

export const readFormResults = declareRead({
  name: 'read_form_results',
  path: '/forms/:formId/results',
  tag: 'Form responses',
  summary: 'Read the results of a form',
  description:
    'Counts of submitted responses by the keys of the questions, over all versions. Whoever may write the form counts everybody, a ' +
    'coach the enrollments that they reach. What has no value is measured: false with a reason, never 0.',
  access: programContentStaffAndCoaches,
  target: anyForm,
  query: FormResultsQuery,
  response: FormResults,
  refusals: { 400: 'A filter is invalid, or formAssignmentId is no assignment of the form.' },
});
