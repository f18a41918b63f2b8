import { Injectable } from '@nestjs/common';
import type { ProofPower, SignInMethod } from '#kernel/access';
import { hashSignInKey, issueSignInKey, SignInSettings } from '#kernel/authentication';
import { declareServiceAct } from '#kernel/events';
import { toResource } from '#kernel/fields';
import { newId, type TenantSession } from '#kernel/persistence';
import { SecretKeys } from '#kernel/secrets';
import { recordServiceAct } from '#kernel/trail';
import { identityTables } from '../identity.tables.js';
import type { LockedMember } from './locked-member.js';
import type { SignInEnding } from './sign-in.entity.js';
import { SignedIn } from './signed-in.dto.js';

/** The audit entry of a sign-in, which has no event. */
const SIGN_IN_STARTED = declareServiceAct('sign_in.started', 'sign_in');

export const MAX_OPEN_SIGN_INS = 20;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const findContext = identityTables
  .statement(
    'find_context_of_sign_in',
    { member: 'uuid', passkey: 'uuid' },
    `select o.name,
       (select count(*)::integer from passkeys p
        where p.organization_id = :organization and p.member_id = :member and p.status = 'active'
          and p.id is distinct from :passkey::uuid) as "otherPasskeys"
     from organizations o where o.id = :organization`,
  )
  .returning<{ name: string; otherPasskeys: number }>();

const insertSignIn = identityTables.statement(
  'start_sign_in',
  {
    ...{ id: 'uuid', member: 'uuid', method: 'text', power: 'text', hash: 'bytea', passkey: 'uuid' },
    ...{ invitation: 'uuid', identity: 'uuid', at: 'timestamptz', provedAt: 'timestamptz', expiresAt: 'timestamptz' },
  },
  `insert into sign_ins
     (organization_id, id, member_id, method, power, secret_hash, passkey_id, invitation_id, external_identity_id,
      started_at, proved_at, last_seen_at, expires_at)
   values (:organization, :id, :member, :method, :power, :hash, :passkey, :invitation, :identity, :at, :provedAt, :at,
           :expiresAt)`,
);

const OPEN = 'organization_id = :organization and ended_at is null and expires_at > :at and last_seen_at >= :idleSince';

const ENDED_BY = { by: 'text', at: 'timestamptz', idleSince: 'timestamptz' } as const;

const end = (condition: string) =>
  `update sign_ins set ended_at = :at, ended_by = :by where ${OPEN} and ${condition} returning id`;

const endOldest = identityTables
  .statement(
    'end_oldest_sign_ins',
    { ...ENDED_BY, member: 'uuid' },
    end(`id = any(array(select id from sign_ins where ${OPEN} and member_id = :member
                        order by id desc offset ${MAX_OPEN_SIGN_INS - 1}))`),
  )
  .returning<{ id: string }>();
const endOfMember = identityTables
  .statement(
    'end_sign_ins_of_member',
    { ...ENDED_BY, member: 'uuid', except: 'uuid' },
    end('member_id = :member and id is distinct from :except::uuid'),
  )
  .returning<{ id: string }>();
const endOfPasskey = identityTables
  .statement(
    'end_sign_ins_of_passkey',
    { ...ENDED_BY, member: 'uuid', passkey: 'uuid', except: 'uuid' },
    end('member_id = :member and passkey_id = :passkey and id is distinct from :except::uuid'),
  )
  .returning<{ id: string }>();
const endOfIdentities = identityTables
  .statement(
    'end_sign_ins_of_identities',
    { ...ENDED_BY, identities: 'uuid[]' },
    end('external_identity_id = any(:identities::uuid[])'),
  )
  .returning<{ id: string }>();
const endOthers = identityTables
  .statement(
    'end_sign_ins_by_other_methods',
    { ...ENDED_BY, method: 'text' },
    end(`method <> :method and member_id in (
      select m.id from members m where m.organization_id = :organization and m.role <> 'OWNER')`),
  )
  .returning<{ id: string }>();
const endOne = identityTables
  .statement('end_sign_in', { ...ENDED_BY, id: 'uuid' }, end('id = :id'))
  .returning<{ id: string }>();

/** A person who has proved who they are. */
export interface Proved {
  method: SignInMethod;
  power: ProofPower;
  /** When; null if the identity provider does not tell. */
  provedAt: Date | null;
  /** The passkey that was the proof, or that the invitation made. */
  passkeyId?: string;
  invitationId?: string;
  externalIdentityId?: string;
}

/** Selects the open sign-ins to end. */
export type SignInsToEnd =
  | { signIn: string }
  | { member: string; except?: string }
  /** Those that it proved, and that of the invitation that made it. */
  | { member: string; passkey: string; except?: string }
  | { identities: readonly string[] }
  /** Those of all members but OWNERs that were proved otherwise. */
  | { otherThan: SignInMethod };

/** Starts and ends sign-ins, in the transaction of what causes it. */
@Injectable()
export class SignIns {
  constructor(
    private readonly settings: SignInSettings,
    private readonly secrets: SecretKeys,
  ) {}

  /** Starts a sign-in of a locked member; ends the oldest one where there are too many. */
  async start(
    tenant: TenantSession,
    { id: member, accountId, name: memberName, role }: LockedMember,
    proved: Proved,
    now: Date,
    correlationId: string,
  ): Promise<SignedIn> {
    const { method, power, provedAt, passkeyId: passkey = null } = proved;
    const { invitationId: invitation = null, externalIdentityId: identity = null } = proved;
    const [{ name, otherPasskeys }] = await tenant.query(findContext, { member, passkey });
    const ended = await tenant.query(endOldest, { ...this.ending('limit', now), member });
    const { organizationId } = tenant;
    const { text: key, parts } = issueSignInKey(organizationId);
    const hash = hashSignInKey(parts, this.secrets.apiKeyPeppers[0]);
    const id = newId();
    const expiresAt = new Date(now.getTime() + this.settings.SIGN_IN_HOURS * HOUR_MS);
    const row = { id, member, method, power, hash, passkey, invitation, identity, provedAt, expiresAt, at: now };
    void tenant.query(insertSignIn, row);
    await recordServiceAct(tenant, {
      audited: SIGN_IN_STARTED,
      targetId: id,
      actorId: accountId,
      correlationId,
      changes: { signInId: id, method, ...(ended.length > 0 && { endedSignInIds: ended.map((one) => one.id) }) },
      occurredAt: now,
    });
    return toResource(SignedIn, {
      ...{ key, signInId: id, expiresAt, otherPasskeys },
      member: { id: member, name: memberName, role },
      organization: { id: organizationId, name },
    });
  }

  /** Ends open sign-ins; returns their ids. The caller holds the lock on their member, if there is one. */
  async end(session: TenantSession, which: SignInsToEnd, by: SignInEnding, now: Date): Promise<string[]> {
    const ending = this.ending(by, now);
    const ended = await this.endBy(session, which, ending);
    return ended.map(({ id }) => id).sort();
  }

  /** A sign-in that was not seen since then is expired. */
  idleSince(now: Date): Date {
    return new Date(now.getTime() - this.settings.SIGN_IN_IDLE_MINUTES * MINUTE_MS);
  }

  private ending(by: SignInEnding, at: Date) {
    return { by, at, idleSince: this.idleSince(at) };
  }

  private endBy(session: TenantSession, which: SignInsToEnd, ending: ReturnType<SignIns['ending']>) {
    if ('signIn' in which) return session.query(endOne, { ...ending, id: which.signIn });
    if ('identities' in which) return session.query(endOfIdentities, { ...ending, identities: which.identities });
    if ('otherThan' in which) return session.query(endOthers, { ...ending, method: which.otherThan });
    const { member, except = null } = which;
    if ('passkey' in which) return session.query(endOfPasskey, { ...ending, member, except, passkey: which.passkey });
    return session.query(endOfMember, { ...ending, member, except });
  }
}
