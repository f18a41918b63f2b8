import { EmailAddress } from '#contexts/identity/identity.public.js';
import {
  FieldsOf,
  Flag,
  Instant,
  NestedList,
  OneOf,
  PatchOf,
  Pattern,
  Shown,
  Text,
  Title,
  Uuid,
  UuidList,
  WordSearch,
} from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { SalesCall } from '../calendar/sales-call.dto.js';
import { Sale } from '../ledger/sale.dto.js';
import { LOST_REASONS, PROSPECT_STATUSES, type LostReason, type ProspectStatus } from './prospect.entity.js';

const optional = true;
const nullable = true;
const CLOSER = /^(turn|none|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/;
const ASSIGNEE = {
  issue: 'must be turn, none or the id of a member',
  description: 'turn, none, or the member id of a closer',
  example: 'turn',
};

class ProspectFields {
  @Title({ min: 1, max: 100, description: 'Name', example: 'Alan Turing' }) name: string;
  @EmailAddress({ description: 'Address, unique in the organization in any case', example: 'alan@example.com' })
  email: string;

  @Text({ optional, nullable, min: 1, max: 40, trim: true, description: 'Telephone number', example: '+33 1 23 45' })
  phone?: string | null;

  @Text({ optional, nullable, min: 1, max: 100, trim: true, description: 'Where they come from', example: 'Webinar' })
  source?: string | null;

  @Uuid({ optional, nullable, description: 'The program that they are interested in' }) programId?: string | null;
}

export class CreateProspectRequest extends ProspectFields {
  @Pattern(CLOSER, { ...ASSIGNEE, optional }) assignTo?: string;
}

export class UpdateProspectRequest extends PatchOf(ProspectFields) {}

export class AssignProspectRequest {
  @Pattern(CLOSER, ASSIGNEE) assignTo: string;
}

export class CloseProspectRequest {
  @OneOf(LOST_REASONS, { description: 'Why they do not buy', example: 'timing' }) reason: LostReason;
}

export class EraseProspectRequest {
  @Text({ min: 1, max: 500, trim: true, description: 'Why; it is not stored', example: 'Asked for by mail' })
  reason: string;
}

const OWNERSHIPS = ['unassigned', 'orphaned'] as const;

export class ProspectsQuery extends PageQuery {
  @OneOf(PROSPECT_STATUSES, { optional, description: 'Only with this status' }) status?: ProspectStatus;
  @Uuid({ optional, description: 'Only those of this closer' }) closerMemberId?: string;
  @Uuid({ optional, description: 'Only those interested in this program' }) programId?: string;
  @OneOf(OWNERSHIPS, { optional, description: 'orphaned: their closer may not act' })
  ownership?: (typeof OWNERSHIPS)[number];
  @Text({ optional, min: 1, max: 254, description: 'Only the one with this address, case-insensitive' }) email?: string;
  @WordSearch({ of: 'the name' }) q?: string;
}

export class Prospect {
  @Uuid({ description: 'Prospect identifier' }) id: string;
  @Shown(ProspectFields, 'name') name: string;
  @EmailAddress({ nullable, description: 'Address; null once erased', example: 'alan@example.com' }) email:
    string | null;
  @Shown(ProspectFields, 'phone') phone: string | null;
  @Shown(ProspectFields, 'source') source: string | null;
  @Shown(ProspectFields, 'programId') programId: string | null;
  @OneOf(PROSPECT_STATUSES, { description: 'Lifecycle status' }) status: string;
  @OneOf(LOST_REASONS, { nullable, description: 'Why they do not buy', example: null }) lostReason: string | null;
  @Uuid({ nullable, description: 'Their closer' }) closerMemberId: string | null;
  @Title({ max: 100, nullable, description: 'Name of the closer', example: 'Grace Hopper' }) closerName: string | null;
  @Flag({ description: 'Whether the closer is one for the program now' }) closerMayAct: boolean;
  @Instant({ nullable, description: 'When the closer got them, UTC' }) assignedAt: string | null;
  @Uuid({ nullable, description: 'Member with the address; null to a closer' }) memberId: string | null;
  @Instant({ nullable, description: 'The next sales call, UTC', example: null }) nextCallAt: string | null;
  @Instant({ nullable, description: 'When they were won or lost, UTC', example: null }) closedAt: string | null;
  @Instant({ description: 'Creation, UTC' }) createdAt: string;
  @Instant({ description: 'Last change, UTC' }) updatedAt: string;
}

/** How many calls are shown with a prospect. */
export const MAX_CALLS = 20;

/** How many sales are shown with a prospect. */
export const MAX_SALES = 20;

export class ProspectSale extends FieldsOf(Sale, 'id', 'offerId', 'cohortId', 'status', 'proposedAt') {}

export class AssignedProspect extends Prospect {
  @UuidList({ description: 'Sales calls that stay with their closer, as they collide with the calendar of the other' })
  collisions: string[];
}

export class ProspectWithSales extends Prospect {
  @NestedList(() => SalesCall, { description: `The last ${MAX_CALLS} calls` }) calls: SalesCall[];

  @NestedList(() => ProspectSale, { description: `The newest ${MAX_SALES} that the caller reaches` })
  sales: ProspectSale[];
}
