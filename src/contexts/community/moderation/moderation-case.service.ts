import { Injectable } from '@nestjs/common';
import { forbidden, invalidField } from '#kernel/errors';
import type { UnitOfWork } from '#kernel/work';
import { leaders, MODERATES, SPACES } from '../access/access-sql.js';
import { communityTables } from '../community.tables.js';
import { CommunityMuteService, includesStaff } from '../mute/community-mute.service.js';
import { lockPerson } from '../pace.js';
import { PostEntity } from '../post/post.entity.js';
import { postRemoved } from '../post/post.operations.js';
import { scheduleRetention } from '../retention/retention-schedule.js';
import type { DecideModerationCaseRequest, ModerationCase } from './moderation-case.dto.js';
import { MODERATION_CASE, ModerationCaseEntity } from './moderation-case.entity.js';
import { decideModerationCase } from './moderation-case.operations.js';
import { readCase } from './moderation-case.reader.js';

/** SQL: the accounts of the author of the post and of those who reported it. */
const INVOLVED = `array(
  select i.account_id from members i
  where i.organization_id = :organization and (i.id = :author::uuid or i.id = any(array(
    select r.member_id from post_reports r where r.organization_id = :organization and r.moderation_case_id = :case::uuid))))`;

const findInvolved = communityTables.statement(
  'find_involved_in_moderation_case',
  { case: 'uuid', author: 'uuid', account: 'uuid' },
  `select 1 from members m
   where m.organization_id = :organization and m.account_id = :account and m.account_id = any(${INVOLVED}) limit 1`,
);

const MAY_LEAD = `m.account_id <> all(${INVOLVED}) and (m.role in ('OWNER', 'ADMIN') or m.id = any(array(
  select r.member_id from responsibilities r
  where r.organization_id = :organization and r.role in ('program_director', 'coach') and r.ended_at is null)))`;

const findOthers = communityTables.statement(
  'find_other_moderators_of_case',
  { case: 'uuid', author: 'uuid', space: 'uuid' },
  `select 1 from ${leaders(MAY_LEAD)} join ${SPACES}
   where s.organization_id = :organization and s.id = :space and ${MODERATES} limit 1`,
);

const POST_REMOVAL = { action: postRemoved.name, targetType: 'post', event: postRemoved } as const;

@Injectable()
export class ModerationCaseService {
  constructor(private readonly mutes: CommunityMuteService) {}

  async decide(uow: UnitOfWork, id: string, request: DecideModerationCaseRequest): Promise<ModerationCase> {
    const { decision, note = null, muteDays = null } = request;
    const { postId } = await uow.get(ModerationCaseEntity, id);
    const { authorMemberId } = await uow.get(PostEntity, postId);
    if (muteDays !== null) await lockPerson(uow, authorMemberId);
    const post = await uow.getForUpdate(PostEntity, postId);
    const found = await uow.getForUpdate(ModerationCaseEntity, id);
    await this.checkUninvolved(uow, found, authorMemberId);
    MODERATION_CASE.require(found, 'open');
    if (muteDays !== null && (await includesStaff(uow, [authorMemberId]))) {
      throw invalidField('muteDays', 'must be absent: the author is staff');
    }
    const decided = { decision, note, muteDays, decidedBy: uow.caller.accountId, decidedAt: uow.now };
    await uow.move(ModerationCaseEntity, found, MODERATION_CASE, 'decided', decideModerationCase.event, decided, {
      decision,
    });
    if (decision === 'remove') this.remove(uow, post);
    if (muteDays !== null) await this.mutes.muteFor(uow, authorMemberId, muteDays);
    scheduleRetention(uow, uow.now);
    return readCase(uow, id);
  }

  /** Removes the post, unless its author has deleted it. */
  private remove(uow: UnitOfWork, post: PostEntity): void {
    if (post.status !== 'visible') return;
    uow.changeAll(PostEntity, [post], { status: 'removed', pinned: false, endedAt: uow.now });
    uow.recordAlso(POST_REMOVAL, post, { status: { from: 'visible', to: 'removed' } });
  }

  /** Throws 403 for the author of the post and a reporter, unless nobody else may decide. */
  private async checkUninvolved(uow: UnitOfWork, { id, spaceId }: ModerationCaseEntity, author: string): Promise<void> {
    const involved = await uow.query(findInvolved, { case: id, author, account: uow.caller.accountId });
    if (involved.length === 0) return;
    const others = await uow.query(findOthers, { case: id, author, space: spaceId });
    if (others.length > 0) throw forbidden('Neither the author nor a reporter decides, where somebody else may.');
  }
}
