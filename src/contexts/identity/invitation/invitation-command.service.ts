import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { RelyingParty } from '#kernel/authentication';
import { invalidField } from '#kernel/errors';
import { isUuid, toResource } from '#kernel/fields';
import { newId } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { Database } from '#kernel/work';
import { revokeOpenInvitations } from '../proof/open-invitations.js';
import { expiryOf, issueLink } from './invitation-link.js';
import { insertInvitation, lockInvitees } from './invitation-rows.js';
import { CreatedInvitation } from './invitation.dto.js';
import { inviteMember } from './invitation.operations.js';

/** The last way in: an invitation by the command line, which needs no API key and no sign-in. */
@Injectable()
export class InvitationCommandService {
  constructor(
    private readonly database: Database,
    private readonly party: RelyingParty,
    private readonly clock: Clock,
  ) {}

  /** Invites an active member. Throws 400 for `organization` or `member`. */
  async invite(organizationId: string, memberId: string): Promise<CreatedInvitation> {
    if (!isUuid(organizationId)) throw invalidField('organization', 'must be a UUID');
    if (!isUuid(memberId)) throw invalidField('member', 'must be a UUID');
    const now = this.clock.now();
    const { url, tokenHash: hash } = issueLink(organizationId, {}, this.party);
    return this.database.inTenant(organizationId, async (tenant) => {
      const [member] = await tenant.query(lockInvitees, { ids: [memberId] });
      if (member?.status !== 'active') throw invalidField('member', 'must be an active member of the organization');
      const [revoked] = await revokeOpenInvitations(tenant, [memberId], now);
      const [id, expiresAt] = [newId(), expiryOf({}, now)];
      void tenant.query(insertInvitation, {
        ...{ id, member: memberId, hash, role: member.role, returnUrl: null, expiresAt, at: now },
      });
      void recordServiceAct(tenant, {
        audited: inviteMember,
        targetId: id,
        correlationId: 'cli',
        changes: { memberId, expiresAt, ...(revoked && { revokedInvitationId: revoked.id }) },
        event: {
          declaration: inviteMember.event,
          data: { invitationId: id, memberId, expiresAt: expiresAt.toISOString() },
        },
        occurredAt: now,
      });
      return toResource(CreatedInvitation, {
        ...{ id, memberId, memberName: member.name, url, expiresAt, status: 'open' },
        ...{ createdBy: null, createdAt: now, usedAt: null },
      });
    });
  }
}
