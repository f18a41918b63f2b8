import { Injectable } from '@nestjs/common';
import { apiKeyPrefix } from '#kernel/authentication';
import { assignedMember, type Caller, isRecent } from '#kernel/access';
import { toResource } from '#kernel/fields';
import type { Scope } from '#kernel/work';
import { identityTables } from '../identity.tables.js';
import { Responsibility } from '../responsibility/responsibility.dto.js';
import type { ResponsibilityEntity } from '../responsibility/responsibility.entity.js';
import { MySignIn } from '../sign-in/sign-in.dto.js';
import { Me, MyApiKey } from './me.dto.js';

interface MeRow {
  organizationName: string;
  name: string;
  email: string;
  role: string;
  signInName: string | null;
  keyName: string | null;
  scopes: string[] | null;
  expiresAt: Date | null;
  enrollmentCount: number;
}

const findMe = identityTables
  .statement(
    'find_me',
    { member: 'uuid', account: 'uuid', key: 'uuid' },
    `select o.name as "organizationName", o.sign_in_name as "signInName", m.name, a.email, m.role, k.name as "keyName", k.scopes,
       k.expires_at as "expiresAt",
       (select count(*)::integer from enrollments e
          join members f on f.organization_id = e.organization_id and f.id = e.member_id
        where e.organization_id = :organization and f.account_id = :account) as "enrollmentCount"
     from members m
       join organizations o on o.id = m.organization_id
       join accounts a on a.id = m.account_id
       left join api_keys k on k.organization_id = m.organization_id and k.id = :key
     where m.organization_id = :organization and m.id = :member`,
  )
  .returning<MeRow>();

const listMyResponsibilities = identityTables
  .statement(
    'list_my_responsibilities',
    { member: 'uuid' },
    `select id, member_id as "memberId", role, scope, program_id as "programId", cohort_id as "cohortId",
       enrollment_id as "enrollmentId", started_at as "startedAt", ended_at as "endedAt"
     from responsibilities
     where organization_id = :organization and member_id = :member and ended_at is null
     order by id desc`,
  )
  .returning<ResponsibilityEntity>();

const SESSION_KEY_NAME = 'Session key';

@Injectable()
export class MeService {
  async read(scope: Scope): Promise<Me> {
    const { caller, now } = scope;
    const { organizationId, memberId: member, accountId: account, apiKeyId: key, signIn } = caller;
    const [[found], responsibilities] = await Promise.all([
      scope.query(findMe, { member, account, key }),
      scope.query(listMyResponsibilities, { member: assignedMember(caller) }),
    ]);
    const { organizationName, signInName, name, email, role, enrollmentCount } = found;
    return toResource(Me, {
      organization: { id: organizationId, name: organizationName, signInName },
      member: { id: member, accountId: account, name, email, role },
      responsibilities: responsibilities.map((row) => toResource(Responsibility, row)),
      apiKey: key === null ? null : keyOf(key, found, caller),
      signIn: signIn ? toResource(MySignIn, { ...signIn, recent: isRecent(signIn, now) }) : null,
      enrollmentCount,
    });
  }
}

/** The name of the API key that made a session is its maker's own. */
function keyOf(id: string, { keyName, scopes, expiresAt }: MeRow, { session, keyScopes }: Caller): MyApiKey {
  const shown = session
    ? { name: SESSION_KEY_NAME, scopes: [...keyScopes], expiresAt: session.expiresAt }
    : { name: keyName ?? '', scopes: scopes ?? [], expiresAt };
  return toResource(MyApiKey, { id, prefix: apiKeyPrefix(id), ...shown });
}
