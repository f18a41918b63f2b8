import { Injectable } from '@nestjs/common';
import { invalidField } from '#kernel/errors';
import type { Scope, UnitOfWork } from '#kernel/work';
import { OWN_MEMBERSHIPS } from '../access/access-sql.js';
import { communityTables } from '../community.tables.js';
import { includesStaff } from '../mute/community-mute.service.js';
import { lockPerson } from '../pace.js';
import type { MemberBlocks, SetMyBlocksRequest } from './member-blocks.dto.js';
import { MemberBlockEntity } from './member-blocks.entity.js';

const listBlocks = communityTables
  .statement(
    'list_blocks_of_person',
    { account: 'uuid' },
    `select distinct blocked_member_id as id from member_blocks
     where organization_id = :organization and member_id = ${OWN_MEMBERSHIPS} order by blocked_member_id`,
  )
  .returning<{ id: string }>();

const listNamed = communityTables
  .statement(
    'list_members_to_block',
    { members: 'uuid[]' },
    `select account_id as account from members where organization_id = :organization and id = any(:members::uuid[])`,
  )
  .returning<{ account: string }>();

const dropBlocks = communityTables.statement(
  'drop_blocks_of_person',
  { account: 'uuid', members: 'uuid[]' },
  `delete from member_blocks
   where organization_id = :organization and member_id = ${OWN_MEMBERSHIPS}
     and blocked_member_id <> all(:members::uuid[])`,
);

@Injectable()
export class MemberBlocksService {
  /** Those of former memberships too, as they hide posts like any other. */
  async get(scope: Scope): Promise<MemberBlocks> {
    const rows = await scope.query(listBlocks, { account: scope.caller.accountId });
    return { memberIds: rows.map(({ id }) => id) };
  }

  async set(uow: UnitOfWork, { memberIds: members }: SetMyBlocksRequest): Promise<MemberBlocks> {
    const { memberId: member, accountId: account } = uow.caller;
    await lockPerson(uow);
    await uow.locked(uow.organizationId);
    const named = await uow.query(listNamed, { members });
    if (named.length < members.length) throw invalidField('memberIds', 'must be members of the organization');
    if (named.some(({ account: other }) => other === account))
      throw invalidField('memberIds', 'must not name the caller');
    const former = new Set((await this.get(uow)).memberIds);
    const added = members.filter((id) => !former.has(id));
    if (await includesStaff(uow, added)) throw invalidField('memberIds', 'must not name staff');
    uow.queue(dropBlocks, { account, members });
    uow.insertAll(
      MemberBlockEntity,
      added.map((blockedMemberId) => ({ memberId: member, blockedMemberId })),
    );
    uow.recordWithoutEvent(member, { blocked: members.length });
    return { memberIds: [...members].sort() };
  }
}
