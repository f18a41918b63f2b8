import { Instant, OneOf, Text, Uuid, WholeNumber } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { BulkItems, BulkRequest, type BulkResult, bulkResultOf, type RefusalRules } from '#kernel/operations';
import { INVITATION_STATUSES, type InvitationStatus } from './invitation.entity.js';
import { ReturnUrl } from './return-url.js';

export const DEFAULT_HOURS = 72;

const HOURS = { min: 1, max: 336, description: `Hours until it expires, by default ${DEFAULT_HOURS}`, example: 72 };
const URL_SHOWN_ONCE = {
  nullable: true,
  description: 'The link for the member, returned only once: null in a replay. Its token is in the fragment',
  example: 'https://api.example.com/console/join#AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZ',
};

export class InviteMemberRequest {
  @WholeNumber({ ...HOURS, optional: true }) expiresInHours?: number;
  @ReturnUrl() returnUrl?: string;
}

export class InvitationsQuery extends PageQuery {
  @Uuid({ optional: true, description: 'Only invitations of this member' }) memberId?: string;

  @OneOf(INVITATION_STATUSES, { optional: true, description: 'Only invitations with this status' })
  status?: InvitationStatus;
}

export class Invitation {
  @Uuid({ description: 'Invitation identifier' }) id: string;
  @Uuid({ description: 'The member whom it lets sign in' }) memberId: string;
  @Text({ description: "The member's name", example: 'Ada Lovelace' }) memberName: string;
  @Instant({ description: 'Expiry time, UTC' }) expiresAt: string;

  @OneOf(INVITATION_STATUSES, {
    description:
      'revoked: also if whoever made it lost the role or the API key for it, or if the member was detached or promoted ' +
      'since',
  })
  status: InvitationStatus;

  @Uuid({ nullable: true, description: 'Account that created it; null for the command line' }) createdBy: string | null;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
  @Instant({ nullable: true, description: 'When the member used it, UTC', example: null }) usedAt: string | null;
}

export class CreatedInvitation extends Invitation {
  @Text(URL_SHOWN_ONCE) url: string | null;
}

export class BulkInviteItem {
  @Uuid({ description: 'An active member of role MEMBER' }) memberId: string;
}

export class BulkInviteRequest extends BulkRequest<BulkInviteItem> {
  @WholeNumber({ ...HOURS, optional: true }) expiresInHours?: number;
  @ReturnUrl() returnUrl?: string;
  @BulkItems(() => BulkInviteItem, { id: 'memberId' }) items: BulkInviteItem[];
}

export type InviteRefusal = 'not_found' | 'detached' | 'not_a_member_role';

export const INVITE_REFUSALS: RefusalRules<InviteRefusal> = {
  not_found: { status: 400, field: 'memberId', issue: 'must be a member of the organization' },
  detached: { status: 409, field: 'memberId', issue: 'must not be detached' },
  not_a_member_role: { status: 400, field: 'memberId', issue: 'must have the role MEMBER' },
};

class InvitedUrl {
  @Text(URL_SHOWN_ONCE) url: string | null;
}

export type BulkInviteResult = BulkResult<InvitedUrl>;

export const BulkInviteResult = bulkResultOf('BulkInvite', INVITE_REFUSALS, 'The new invitation', InvitedUrl);
