import { Injectable } from '@nestjs/common';
import type { ProofPower } from '#kernel/access';
import { signInFailed } from '#kernel/errors';
import type { TenantSession } from '#kernel/persistence';
import { recordServiceAct } from '#kernel/trail';
import { memberJoined } from '../invitation/invitation.operations.js';
import { findByToken, findUsedBefore, type PresentedInvitation, useInvitation } from '../invitation/invitation-rows.js';
import { bindIdentity, endIdentity, findIdentity, type Subject, wasUnlinked } from '../proof/external-identities.js';
import { lockMember } from '../proof/locked-member.js';
import type { SignedIn } from '../proof/signed-in.dto.js';
import { SignIns } from '../proof/sign-ins.js';
import { useProof } from '../proof/used-proofs.js';
import { externalIdentityLinked } from './external-identity.operations.js';
import type { AuthorizedPerson } from './openid/authorized-person.js';
import type { KnownProvider } from './openid/provider-client.js';
import type { ReturnedState } from './openid/sign-in-state.js';
import { type EmailClaims, verifiedEmail } from './openid/verified-email.js';
import { findMemberByEmail, findProvider, isStillProvider } from './provider-sign-in.rows.js';

/** A person whom the provider has proved, in a sign-in that began here. */
export interface Arrival {
  state: ReturnedState;
  provider: KnownProvider;
  person: AuthorizedPerson;
  /** The claims that tell their address, of the ID token or of UserInfo. */
  email: EmailClaims;
  now: Date;
  correlationId: string;
}

/** A member, and whether the person is bound to them by now. */
interface Recognized {
  memberId: string;
  identity: { id: string; power: ProofPower } | null;
  invitation: PresentedInvitation | null;
}

/** Finds out which member a person at the provider is: bound once by issuer and subject, never by the address again. */
@Injectable()
export class Recognition {
  constructor(private readonly signIns: SignIns) {}

  /** Signs the person in. Throws 401 where they are nobody, or anything has changed since the sign-in began. */
  async signIn(tenant: TenantSession, arrival: Arrival): Promise<SignedIn> {
    const { state, provider, person, now, correlationId } = arrival;
    const { memberId } = await this.recognize(tenant, arrival);
    // The locks: first the member, then the provider, as all who sign in take them.
    const member = await lockMember(tenant, memberId);
    if (!(await isStillProvider(tenant, provider, now)) || !member) throw signInFailed();
    await useProof(tenant, state.hash, state.expiresAt);
    // Again, under the locks.
    const recognized = await this.recognize(tenant, arrival);
    if (recognized.memberId !== memberId) throw signInFailed();
    const { invitation } = recognized;
    const identity = recognized.identity ?? (await this.bind(tenant, arrival, recognized, member.accountId));
    if (invitation) await this.use(tenant, arrival, invitation, member.accountId);
    const proved = { method: 'identity_provider', power: identity.power, provedAt: person.provedAt } as const;
    return this.signIns.start(tenant, member, { ...proved, externalIdentityId: identity.id }, now, correlationId);
  }

  private async recognize(tenant: TenantSession, arrival: Arrival): Promise<Recognized> {
    const { state, now } = arrival;
    const found = await findIdentity(tenant, subjectOf(arrival));
    // A person who was detached and added again is another member.
    const bound = found?.memberStatus === 'active' ? found : null;
    if (state.invitation !== null) {
      const hash = Buffer.from(state.invitation, 'base64url');
      const [invitation] = await tenant.query(findByToken, { hash, now });
      if (invitation?.status !== 'open') throw signInFailed();
      const { memberId } = invitation;
      if (bound && bound.memberId !== memberId) throw signInFailed();
      return { memberId, identity: bound, invitation };
    }
    if (bound) return { memberId: bound.memberId, identity: bound, invitation: null };
    return { memberId: await this.memberByEmail(tenant, arrival), identity: null, invitation: null };
  }

  private async memberByEmail(tenant: TenantSession, arrival: Arrival): Promise<string> {
    const [provider] = await tenant.query(findProvider);
    const email = verifiedEmail(arrival.email, arrival.provider.issuer, provider?.emailDomains ?? []);
    if (email === undefined || (await wasUnlinked(tenant, subjectOf(arrival)))) throw signInFailed();
    const [member] = await tenant.query(findMemberByEmail, { email, ...subjectOf(arrival) });
    if (!member) throw signInFailed();
    return member.id;
  }

  private async bind(
    tenant: TenantSession,
    arrival: Arrival,
    { memberId, invitation }: Recognized,
    actorId: string,
  ): Promise<{ id: string; power: ProofPower }> {
    const { now, correlationId } = arrival;
    const subject = subjectOf(arrival);
    const former = await findIdentity(tenant, subject);
    if (former) await endIdentity(tenant, former.id, now);
    const power = invitation?.power ?? 'OWNER';
    const id = await bindIdentity(tenant, subject, { memberId, power }, now);
    void recordServiceAct(tenant, {
      audited: externalIdentityLinked.audited,
      targetId: memberId,
      actorId,
      correlationId,
      changes: { invitationId: invitation?.id ?? null },
      event: { declaration: externalIdentityLinked.event, data: { memberId } },
      occurredAt: now,
    });
    return { id, power };
  }

  private async use(
    tenant: TenantSession,
    { now, correlationId }: Arrival,
    { id, memberId }: PresentedInvitation,
    actorId: string,
  ): Promise<void> {
    const usedBefore = await tenant.query(findUsedBefore, { member: memberId, except: id });
    if ((await tenant.execute(useInvitation, { id, at: now })) === 0) throw signInFailed();
    if (usedBefore.length > 0) return;
    void recordServiceAct(tenant, {
      audited: memberJoined,
      targetId: memberId,
      actorId,
      correlationId,
      changes: { invitationId: id },
      event: { declaration: memberJoined.event, data: { memberId, invitationId: id } },
      occurredAt: now,
    });
  }
}

function subjectOf({ provider, person }: Arrival): Subject {
  return { issuer: provider.issuer, subject: person.subject };
}
