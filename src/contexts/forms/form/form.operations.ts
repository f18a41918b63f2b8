import { programContent } from '#contexts/programs/programs.public.js';
import { anyStaff, programContentStaff } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { Uuid, WholeNumber } from '#kernel/fields';
import { declareRead, existing, resource } from '#kernel/operations';
import { formTables } from '../forms.tables.js';
import {
  CreateFormRequest,
  Form,
  FormQuery,
  FormSummary,
  FormVersion,
  RevisionRequest,
  UpdateFormRequest,
} from './form.dto.js';
import { FORM } from './form.entity.js';

/** Forms of an organization that are not archived. */
export const MAX_FORMS = 200;

export const formLimit = refusal('form_limit', `An organization has at most ${MAX_FORMS} forms that are not archived.`);
export const formChanged = refusal('form_changed', 'Somebody has changed the form since it was read.');
export const nothingNew = refusal('form_nothing_new', 'The draft is the version that was published last.');
export const inUse = refusal('form_in_use', 'The form has open assignments or intake links.');

export class FormReference {
  @Uuid() formId: string;
  @Uuid({ nullable: true }) programId: string | null;
}

class FormPublished extends FormReference {
  @Uuid() formVersionId: string;
  @WholeNumber() number: number;
}

export const anyForm = existing('form', formTables, 'forms');

export const forms = resource({
  noun: 'form',
  path: '/forms/:formId',
  response: Form,
  target: programContent('form', formTables, 'forms'),
  read: anyStaff,
  write: programContentStaff,
});

export const createForm = forms.create({
  description: 'Its draft is empty, or a copy of a version of another form.',
  body: CreateFormRequest,
  event: declareEvent('form.created', 'A form was created.', FormReference),
  refusals: { 400: 'A field is invalid, or programId or fromFormVersionId is none of the organization.' },
  reasons: [formLimit],
});

export const listForms = forms.list({
  description: 'Newest first, including archived forms; without draft, issues and versions.',
  query: FormQuery,
  item: FormSummary,
  mayLag: true,
});

export const getForm = forms.get({
  description: 'With its draft, what keeps that from being published, and the versions.',
  target: anyForm,
});

export const updateForm = forms.patch({
  description: 'Replaces the name, the draft, or both. What cannot be published yet is stored, and named in `issues`.',
  body: UpdateFormRequest,
  event: declareEvent('form.updated', 'A form was updated.', withFields(FormReference)),
  reasons: [...FORM.refusalsUnless('draft', 'published'), formChanged],
});

export const publishForm = forms.command('publish', {
  leadsTo: 'published',
  description: 'Makes a version of the draft, which never changes. Assignments keep the version that they have.',
  body: RevisionRequest,
  event: declareEvent('form.published', 'A version of a form was published.', FormPublished),
  refusals: { 400: 'revision is missing, or the draft has issues, which `details` names.' },
  reasons: [...FORM.refusalsOfMove('published'), formChanged, nothingNew],
});

export const archiveForm = forms.command('archive', {
  leadsTo: 'archived',
  description: 'It takes no further assignments. Responses stay.',
  event: declareEvent('form.archived', 'A form was archived.', FormReference),
  reasons: [...FORM.refusalsOfMove('archived'), inUse],
});

export const getFormVersion = declareRead({
  name: 'get_form_version',
  path: '/form-versions/:formVersionId',
  tag: 'Forms',
  summary: 'Retrieve a form version',
  description: 'What was published, as it is answered.',
  access: anyStaff,
  target: existing('form version', formTables, 'form_versions'),
  response: FormVersion,
});
