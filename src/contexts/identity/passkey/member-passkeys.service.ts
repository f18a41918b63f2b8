import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '#kernel/work';
import { notFound } from '#kernel/errors';
import { identityTables } from '../identity.tables.js';
import { lockInvitees } from '../invitation/invitation-rows.js';
import { checkMayInvite } from '../invitation/invitation.policy.js';
import { revokeOpenInvitations } from '../proof/open-invitations.js';
import { SignIns } from '../proof/sign-ins.js';
import type { RemovedPasskeys } from './passkey.dto.js';
import { ownPasskeys, removeMyPasskey } from './passkey.operations.js';

const removeAll = identityTables
  .statement(
    'remove_passkeys_of_member',
    { member: 'uuid', reason: 'text', at: 'timestamptz' },
    `update passkeys set status = 'removed', removed_at = :at, removal_reason = :reason
     where organization_id = :organization and member_id = :member and status = 'active'
     returning id`,
  )
  .returning<{ id: string }>();

/** Takes every way in from a member that somebody else may hold. */
@Injectable()
export class MemberPasskeysService {
  constructor(private readonly signIns: SignIns) {}

  async remove(uow: UnitOfWork, memberId: string, reason: string): Promise<RemovedPasskeys> {
    const [member] = await uow.query(lockInvitees, { ids: [memberId] });
    if (!member) throw notFound();
    checkMayInvite(uow.caller, member.role);
    if (memberId === uow.caller.memberId) throw ownPasskeys.error();
    const passkeys = await uow.query(removeAll, { member: memberId, reason, at: uow.now });
    const ended = await this.signIns.end(uow, { member: memberId }, 'administrator', uow.now);
    const revoked = await revokeOpenInvitations(uow, [memberId], uow.now);
    for (const { id: passkeyId } of passkeys) {
      const changes = { status: { from: 'active', to: 'removed' } };
      uow.recordAlso(removeMyPasskey, { targetId: passkeyId, changes, data: { memberId, passkeyId } });
    }
    uow.recordWithoutEvent(memberId, {
      removed: passkeys.length,
      endedSignInIds: ended,
      revokedInvitationIds: revoked.map(({ id }) => id),
    });
    return { removed: passkeys.length, endedSignIns: ended.length };
  }
}
