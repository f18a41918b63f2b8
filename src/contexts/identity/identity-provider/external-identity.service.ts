import { Injectable } from '@nestjs/common';
import type { OrganizationRole } from '#kernel/access';
import { notFound } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { unlinkIdentity } from '../proof/external-identities.js';
import { SignIns } from '../proof/sign-ins.js';
import { externalIdentityUnlinked, notLinked, type UnlinkedIdentity } from './external-identity.operations.js';
import { checkMayInvite } from '../invitation/invitation.policy.js';

const lockMember = identityTables
  .statement(
    'lock_member_to_unlink',
    { id: 'uuid' },
    'select role from members where organization_id = :organization and id = :id for no key update',
  )
  .returning<{ role: OrganizationRole }>();

@Injectable()
export class ExternalIdentityService {
  constructor(private readonly signIns: SignIns) {}

  async unlink(uow: UnitOfWork, memberId: string): Promise<UnlinkedIdentity> {
    const [member] = await uow.query(lockMember, { id: memberId });
    if (!member) throw notFound();
    // Again, under the lock: the member may have been promoted since the target was authorized.
    checkMayInvite(uow.caller, member.role);
    const identity = await unlinkIdentity(uow, memberId, uow.now);
    if (identity === undefined) throw notLinked.error();
    const ended = await this.signIns.end(uow, { identities: [identity] }, 'administrator', uow.now);
    const changes = ended.length === 0 ? {} : { endedSignInIds: { from: [], to: ended } };
    uow.record(externalIdentityUnlinked, { targetId: memberId, changes, data: { memberId } });
    return { memberId, endedSignIns: ended.length };
  }
}
