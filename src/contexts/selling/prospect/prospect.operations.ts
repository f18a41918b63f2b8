import { administrators, administratorsAndClosers } from '#kernel/access';
import { refusal } from '#kernel/errors';
import { declareEvent, withFields } from '#kernel/events';
import { OneOf, Uuid } from '#kernel/fields';
import { resource } from '#kernel/operations';
import { salesCallClosed, salesCallMoved } from '../calendar/sales-call.events.js';
import {
  AssignedProspect,
  AssignProspectRequest,
  CloseProspectRequest,
  CreateProspectRequest,
  EraseProspectRequest,
  Prospect,
  ProspectsQuery,
  ProspectWithSales,
  UpdateProspectRequest,
} from './prospect.dto.js';
import { LOST_REASONS, PROSPECT } from './prospect.entity.js';
import { narrowToReachable, reachableProspect } from './prospect.policy.js';

export const emailTaken = refusal('prospect_email_taken', 'Another prospect has the address.');
export const prospectErased = refusal('prospect_erased', 'The prospect was erased.');
export const saleUnderWay = refusal('sale_under_way', 'The prospect has a sale that is proposed or reserved.');
export const saleNotEnded = refusal('sale_not_ended', 'The prospect has a sale that is proposed, reserved or active.');
export const saleAccepted = refusal('sale_accepted', 'The prospect has accepted a sale, so that the address stays.');

class ProspectReference {
  @Uuid() prospectId: string;
  @Uuid({ nullable: true }) programId: string | null;
  @Uuid({ nullable: true }) closerMemberId: string | null;
}

class ProspectAssigned extends ProspectReference {
  @Uuid({ nullable: true, description: 'The closer before' }) from: string | null;
}

class ProspectClosed extends ProspectReference {
  @OneOf([...LOST_REASONS, 'won']) reason: string;
}

const OWN = 'Refused on one with the own address.';
const ofBoth = { narrowReplay: narrowToReachable, refusals: { 403: `${administratorsAndClosers.forbidden} ${OWN}` } };
const ofAdministrators = { access: administrators, refusals: { 403: `${administrators.forbidden} ${OWN}` } };

const prospects = resource({
  noun: 'prospect',
  path: '/prospects/:prospectId',
  response: Prospect,
  target: reachableProspect,
  read: administratorsAndClosers,
  write: administratorsAndClosers,
});

export const listProspects = prospects.list({
  description: 'Newest first. A closer who is neither OWNER nor ADMIN sees their own.',
  query: ProspectsQuery,
});

export const getProspect = prospects.get({
  response: ProspectWithSales,
  description: 'In any status, also erased, with its calls and sales.',
});

export const assignProspect = prospects.command('assign', {
  ...ofAdministrators,
  leadsTo: 'open',
  description:
    'To a closer by name, or by turn. Nobody has it where nobody is eligible. Proposed sales and calls to come follow.',
  response: AssignedProspect,
  alsoEvents: [salesCallMoved.name],
  body: AssignProspectRequest,
  event: declareEvent('prospect.assigned', 'A prospect was given to a closer, or taken from one.', ProspectAssigned),
  mayChangeNothing: true,
  refusals: { ...ofAdministrators.refusals, 400: 'A field is invalid, or assignTo is no closer for the program now.' },
  reasons: [prospectErased],
});

export const createProspect = prospects.create({
  ...ofBoth,
  description:
    'OWNER and ADMIN give it by default to the closer whose turn it is, or to nobody where none is eligible.',
  body: CreateProspectRequest,
  event: declareEvent('prospect.created', 'A prospect was created.', ProspectReference),
  alsoEvents: [assignProspect.event.name],
  refusals: {
    400: 'A field is invalid, programId is unknown, or the closer is none for the program now.',
    403: `${ofBoth.refusals[403]} A closer creates their own prospects.`,
    404: 'A replay, of a prospect that the caller does not reach any more.',
  },
  reasons: [emailTaken],
});

export const updateProspect = prospects.patch({
  ...ofBoth,
  description: 'Omitted fields are left unchanged.',
  body: UpdateProspectRequest,
  event: declareEvent('prospect.updated', 'A prospect was updated.', withFields(ProspectReference)),
  refusals: {
    400: 'A field is invalid, programId is unknown, or the caller is a closer, but none for that program.',
    403: `${ofBoth.refusals[403]} email requires OWNER or ADMIN.`,
  },
  reasons: [emailTaken, prospectErased, saleAccepted],
});

export const closeProspect = prospects.command('close', {
  ...ofBoth,
  leadsTo: 'lost',
  description: 'They do not buy.',
  body: CloseProspectRequest,
  event: declareEvent('prospect.closed', 'A prospect was won or lost.', ProspectClosed),
  reasons: [...PROSPECT.refusalsOfMove('lost'), saleUnderWay],
});

export const prospectClosed = closeProspect.event;

export const prospectReopened = declareEvent(
  'prospect.reopened',
  'Something was proposed to a prospect who had been won or lost.',
  ProspectReference,
);

export const eraseProspect = prospects.command('erase', {
  ...ofAdministrators,
  leadsTo: 'lost',
  description: 'Removes name, address and the other texts for good. One that was open is lost.',
  body: EraseProspectRequest,
  event: declareEvent('prospect.erased', 'The texts of a prospect were erased.', ProspectReference),
  alsoEvents: [salesCallClosed.name],
  reasons: [prospectErased, saleNotEnded],
});
