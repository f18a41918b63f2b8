import type { OrganizationRole, ProofPower } from '#kernel/access';
import { identityTables } from '../identity.tables.js';
import type { MemberStatus } from '../member/member.entity.js';
import type { InvitationEntity, InvitationStatus } from './invitation.entity.js';

/** An invitation as responses show it. */
export type InvitationRow = Pick<
  InvitationEntity,
  'id' | 'memberId' | 'expiresAt' | 'usedAt' | 'createdBy' | 'createdAt'
> & { memberName: string; status: InvitationStatus };

// Good while its maker could make it now, and its member has been neither detached nor promoted.
const GOOD = `m.status = 'active'
  and not (i.member_role = 'MEMBER' and m.role <> 'MEMBER' or i.member_role = 'ADMIN' and m.role = 'OWNER')
  and (i.created_by is null or exists (
    select 1 from members k where k.organization_id = :organization and k.account_id = i.created_by
      and k.status = 'active' and (k.role = 'OWNER' or k.role = i.power)))
  and (i.created_by_key is null or exists (
    select 1 from api_keys a where a.organization_id = :organization and a.id = i.created_by_key
      and a.revoked_at is null))`;

const STATUS = `case when i.used_at is not null then 'used'
  when i.revoked_at is not null or not (${GOOD}) then 'revoked'
  when i.expires_at <= :now::timestamptz then 'expired' else 'open' end`;

const FROM = `from invitations i join members m on m.organization_id = :organization and m.id = i.member_id
  where i.organization_id = :organization`;

const SHOWN = `select i.id, i.member_id as "memberId", m.name as "memberName", i.expires_at as "expiresAt",
  ${STATUS} as status, i.created_by as "createdBy", i.created_at as "createdAt", i.used_at as "usedAt" ${FROM}`;

export const listInvitationRows = identityTables
  .list('list_invitations', {
    parameters: { now: 'timestamptz' },
    filters: { memberId: ['uuid', 'i.member_id = :memberId'], status: ['text', `${STATUS} = :status`] },
    order: [{ property: 'id', direction: 'desc', type: 'uuid', sql: 'i.id' }],
    sql: (page) => `${SHOWN}${page.conditions} ${page.orderAndLimit}`,
  })
  .returning<InvitationRow>();

export const findInvitationRow = identityTables
  .statement('find_invitation_to_show', { id: 'uuid', now: 'timestamptz' }, `${SHOWN} and i.id = :id`)
  .returning<InvitationRow>();

/** An invitation as its link finds it. */
export interface PresentedInvitation {
  id: string;
  status: InvitationStatus;
  power: ProofPower;
  expiresAt: Date;
  memberId: string;
  memberName: string;
  memberRole: OrganizationRole;
  organizationName: string;
}

export const findByToken = identityTables
  .statement(
    'find_invitation_by_token',
    { hash: 'bytea', now: 'timestamptz' },
    `select i.id, ${STATUS} as status, i.power, i.expires_at as "expiresAt", m.id as "memberId", m.name as "memberName",
       m.role as "memberRole",
       (select o.name from organizations o where o.id = :organization) as "organizationName"
     ${FROM} and i.token_hash = :hash`,
  )
  .returning<PresentedInvitation>();

/** A member who is invited. */
export interface Invitee {
  id: string;
  name: string;
  role: OrganizationRole;
  status: MemberStatus;
}

// As a promotion, a detachment and a sign-in lock it. Ordered by id to prevent deadlocks.
export const lockInvitees = identityTables
  .statement(
    'lock_members_to_invite',
    { ids: 'uuid[]' },
    `select id, name, role, status from members where organization_id = :organization and id = any(:ids::uuid[])
     order by id for no key update`,
  )
  .returning<Invitee>();

export const insertInvitation = identityTables.statement(
  'insert_invitation_of_command_line',
  {
    ...{ id: 'uuid', member: 'uuid', hash: 'bytea', role: 'text', returnUrl: 'text' },
    ...{ expiresAt: 'timestamptz', at: 'timestamptz' },
  },
  `insert into invitations
     (organization_id, id, member_id, token_hash, member_role, power, return_url, expires_at, created_at)
   values (:organization, :id, :member, :hash, :role, 'OWNER', :returnUrl, :expiresAt, :at)`,
);

export const useInvitation = identityTables.statement(
  'use_invitation',
  { id: 'uuid', at: 'timestamptz' },
  `update invitations set used_at = :at
   where organization_id = :organization and id = :id and used_at is null and revoked_at is null`,
);

export const findUsedBefore = identityTables.statement(
  'find_used_invitation_of_member',
  { member: 'uuid', except: 'uuid' },
  `select 1 from invitations
   where organization_id = :organization and member_id = :member and used_at is not null and id <> :except limit 1`,
);
