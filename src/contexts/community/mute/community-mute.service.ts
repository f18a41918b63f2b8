import { Injectable } from '@nestjs/common';
import { OF_PERSON_OF_MEMBER } from '#contexts/identity/identity.public.js';
import { invalidField } from '#kernel/errors';
import { toResource, toResources } from '#kernel/fields';
import { newestFirst, type Page, type PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { IS_STAFF_MEMBER } from '../access/access-sql.js';
import { communityTables } from '../community.tables.js';
import { lockPerson } from '../pace.js';
import { CommunityMute, CommunityMuteChange, type SetCommunityMuteRequest } from './community-mute.dto.js';
import { CommunityMuteEntity } from './community-mute.entity.js';
import { muteChanged } from './community-mute.events.js';
import { setCommunityMute, staffNotMuted } from './community-mute.operations.js';

const DAY_MS = 86_400_000;
const MAX_DAYS = 365;

const listOfPerson = communityTables
  .statement(
    'list_community_mutes_of_person',
    { member: 'uuid' },
    `select u.id from community_mutes u
     join members m on m.organization_id = :organization and m.id = u.member_id
     where u.organization_id = :organization and ${OF_PERSON_OF_MEMBER}`,
  )
  .returning<{ id: string }>();

// By the person, who may be staff by another membership.
const findStaff = communityTables.statement(
  'find_staff_by_member',
  { members: 'uuid[]' },
  `select 1 from members m
   where m.organization_id = :organization and m.status = 'active' and ${IS_STAFF_MEMBER} and m.account_id = any(array(
     select named.account_id from members named
     where named.organization_id = :organization and named.id = any(:members::uuid[])))
   limit 1`,
);

const listMutes = communityTables
  .list('list_community_mutes', {
    parameters: { now: 'timestamptz' },
    order: newestFirst('id', 'u.id'),
    sql: ({ conditions, orderAndLimit }) => `
      select u.id, u.member_id as "memberId", m.name as "memberName", u.until, u.reason, u.muted_by as "mutedBy",
        u.updated_at as "updatedAt"
      from community_mutes u join members m on m.organization_id = u.organization_id and m.id = u.member_id
      where u.organization_id = :organization and u.until > :now::timestamptz ${conditions} ${orderAndLimit}`,
  })
  .returning<Record<keyof CommunityMute, string>>();

/** Whether one of the members is a person who is staff of the organization. */
export async function includesStaff(scope: Scope, members: readonly string[]): Promise<boolean> {
  return members.length > 0 && (await scope.query(findStaff, { members })).length > 0;
}

@Injectable()
export class CommunityMuteService {
  async set(uow: UnitOfWork, memberId: string, { until, reason = null }: SetCommunityMuteRequest) {
    const ahead = until === null ? 1 : until.getTime() - uow.now.getTime();
    if (ahead <= 0 || ahead > MAX_DAYS * DAY_MS) throw invalidField('until', `must be in the next ${MAX_DAYS} days`);
    await lockPerson(uow, memberId);
    if (await includesStaff(uow, [memberId])) throw staffNotMuted.error();
    await this.keep(uow, memberId, { until, reason });
    const change = toResource(CommunityMuteChange, { memberId, until });
    uow.record(muteChanged, { targetId: memberId, data: change });
    return change;
  }

  list(scope: Scope, query: PageQuery): Promise<Page<CommunityMute>> {
    return scope.list(listMutes, { ...query, now: scope.now }, toResources(CommunityMute));
  }

  /** Mutes the author of a removed post, whose memberships are locked; a longer mute stays. The caller records the decision. */
  async muteFor(uow: UnitOfWork, memberId: string, days: number): Promise<void> {
    const ends = new Date(uow.now.getTime() + days * DAY_MS);
    const former = await this.ofPerson(uow, memberId);
    const until = former.reduce((latest, mute) => (mute.until && mute.until > latest ? mute.until : latest), ends);
    if (until === ends) await this.keep(uow, memberId, { until, reason: null });
    const data = toResource(CommunityMuteChange, { memberId, until });
    uow.recordAlso({ ...setCommunityMute, event: muteChanged }, { targetId: memberId, data });
  }

  /** A person is muted by one of their memberships: the mutes of the others are lifted. */
  private async keep(uow: UnitOfWork, memberId: string, muted: Pick<CommunityMuteEntity, 'until' | 'reason'>) {
    const mutedBy = uow.caller.accountId;
    const all = await this.ofPerson(uow, memberId);
    const former = all.find((mute) => mute.memberId === memberId);
    if (former) uow.change(CommunityMuteEntity, former, { ...muted, mutedBy });
    else uow.insert(CommunityMuteEntity, { memberId, ...muted, mutedBy });
    const others = all.filter((mute) => mute !== former && mute.until !== null);
    for (const other of others) uow.change(CommunityMuteEntity, other, { until: null, reason: null, mutedBy });
  }

  private async ofPerson(uow: UnitOfWork, member: string): Promise<CommunityMuteEntity[]> {
    const found = await uow.query(listOfPerson, { member });
    return uow.getAllForUpdate(
      CommunityMuteEntity,
      found.map(({ id }) => id),
    );
  }
}
