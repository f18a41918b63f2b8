import { administratorsAndDirectors } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent } from '#kernel/events';
import { Uuid } from '#kernel/fields';
import { existing, resource } from '#kernel/operations';
import { FORM } from '../form/form.entity.js';
import { anyForm } from '../form/form.operations.js';
import { formTables } from '../forms.tables.js';
import { CreateIntakeLinkRequest, IntakeLink, IntakeLinkQuery } from './intake-link.dto.js';
import { INTAKE_LINK } from './intake-link.entity.js';

/** Open ones of a form. */
export const MAX_INTAKE_LINKS = 50;

export const intakeLinkLimit = refusal(
  'intake_link_limit',
  `A form has at most ${MAX_INTAKE_LINKS} open intake links.`,
);

class IntakeLinkReference {
  @Uuid() intakeLinkId: string;
  @Uuid() formId: string;
  @Uuid() formVersionId: string;
}

const links = resource({
  noun: 'intake link',
  path: '/intake-links/:intakeLinkId',
  tag: 'Forms',
  response: IntakeLink,
  target: existing('intake link', formTables, 'intake_links'),
  read: administratorsAndDirectors,
  write: administratorsAndDirectors,
});

export const createIntakeLink = links.create({
  path: '/forms/:formId/intake-links',
  parent: anyForm,
  description: 'Whoever has its address answers, without a key.',
  body: CreateIntakeLinkRequest,
  event: declareEvent('intake_link.created', 'A form was opened by a link.', IntakeLinkReference),
  refusals: {
    400: 'A field is invalid, expiresAt is past, or formVersionId is no version of the form, or asks for files or measures.',
  },
  reasons: [...FORM.refusalsUnless('published'), intakeLinkLimit],
});

export const listIntakeLinks = links.list({
  path: '/forms/:formId/intake-links',
  parent: anyForm,
  description: 'Newest first.',
  query: IntakeLinkQuery,
});

export const closeIntakeLink = links.command('close', {
  leadsTo: 'closed',
  description: 'For good.',
  event: declareEvent('intake_link.closed', 'An intake link was closed by hand.', IntakeLinkReference),
  reasons: INTAKE_LINK.refusalsOfMove('closed'),
});
