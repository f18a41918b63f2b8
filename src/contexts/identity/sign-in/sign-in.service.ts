import { Injectable } from '@nestjs/common';
import { notFound, wrongStatus } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { Page, PageQuery } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { lockMembers } from '../member/member-locks.js';
import { checkMayManage } from '../member/member.policy.js';
import { type EndedSignIns, SignIn, type SignInsQuery } from './sign-in.dto.js';
import type { SignInEntity, SignInStatus } from '../proof/sign-in.entity.js';
import { signInEnded } from './sign-in.operations.js';
import { SignIns } from '../proof/sign-ins.js';

type SignInRow = Pick<
  SignInEntity,
  'id' | 'memberId' | 'method' | 'startedAt' | 'lastSeenAt' | 'expiresAt' | 'endedAt' | 'endedBy'
> & { memberName: string; status: SignInStatus };

const STATUS = `case when s.ended_at is not null then 'ended'
  when s.expires_at <= :now::timestamptz or s.last_seen_at < :idleSince::timestamptz then 'expired' else 'open' end`;

const SIGN_INS = `select s.id, s.member_id as "memberId", m.name as "memberName", s.method, s.started_at as "startedAt",
    s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt", s.ended_at as "endedAt", s.ended_by as "endedBy",
    ${STATUS} as status
  from sign_ins s join members m on m.organization_id = :organization and m.id = s.member_id
  where s.organization_id = :organization`;

const AT = { now: 'timestamptz', idleSince: 'timestamptz' } as const;

const listRows = identityTables
  .list('list_sign_ins', {
    parameters: AT,
    filters: { memberId: ['uuid', 's.member_id = :memberId'], status: ['text', `${STATUS} = :status`] },
    order: [{ property: 'id', direction: 'desc', type: 'uuid', sql: 's.id' }],
    sql: (page) => `${SIGN_INS}${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<SignInRow>();

const findRow = identityTables
  .statement('find_sign_in_to_show', { ...AT, id: 'uuid' }, `${SIGN_INS} and s.id = :id`)
  .returning<SignInRow>();

@Injectable()
export class SignInService {
  constructor(private readonly signIns: SignIns) {}

  listMine(scope: Scope, query: PageQuery): Promise<Page<SignIn>> {
    return this.list(scope, { ...query, memberId: scope.caller.memberId });
  }

  list(scope: Scope, query: SignInsQuery): Promise<Page<SignIn>> {
    return scope.list(listRows, { ...query, ...this.at(scope) }, (rows) => rows.map((row) => shown(scope, row)));
  }

  async endMine(uow: UnitOfWork, id: string): Promise<SignIn> {
    const [ended] = await this.signIns.end(uow, { signIn: id }, 'member', uow.now);
    const [row] = await uow.query(findRow, { id, ...this.at(uow) });
    if (ended === undefined) throw wrongStatus('sign-in', row.status);
    const { memberId } = row;
    const data = { memberId, signInId: id, by: 'member' as const };
    uow.record(signInEnded.event, { targetId: id, changes: data, data });
    return shown(uow, row);
  }

  async endOfMember(uow: UnitOfWork, memberId: string): Promise<EndedSignIns> {
    const member = (await lockMembers(uow, [memberId])).get(memberId);
    if (!member) throw notFound();
    checkMayManage(uow.caller, member.role);
    const ended = await this.signIns.end(uow, { member: memberId }, 'administrator', uow.now);
    uow.recordWithoutEvent(memberId, { ended: ended.length });
    recordEnded(uow, memberId, ended);
    return { ended: ended.length };
  }

  private at({ now }: Scope) {
    return { now, idleSince: this.signIns.idleSince(now) };
  }
}

/** Records sign-ins of a member that an administrator ended. */
function recordEnded(uow: UnitOfWork, memberId: string, ids: readonly string[]): void {
  for (const signInId of ids) {
    const data = { memberId, signInId, by: 'administrator' as const };
    uow.recordAlso(signInEnded, { targetId: signInId, changes: data, data });
  }
}

function shown({ caller }: Scope, row: SignInRow): SignIn {
  return toResource(SignIn, { ...row, current: row.id === caller.signIn?.id });
}
