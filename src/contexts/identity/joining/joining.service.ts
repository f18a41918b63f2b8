import { Injectable } from '@nestjs/common';
import { RelyingParty } from '#kernel/authentication';
import { signInFailed } from '#kernel/errors';
import { toResource } from '#kernel/fields';
import type { AtDoor } from '#kernel/operations';
import type { TenantSession } from '#kernel/persistence';
import { type Capability, parseCapability, SecretKeys } from '#kernel/secrets';
import { recordServiceAct, type ServiceAct } from '#kernel/trail';
import { Database } from '#kernel/work';
import { activeCredentials, addPasskey } from '../passkey/passkey-rows.js';
import { addMyPasskey } from '../passkey/passkey.operations.js';
import { type Challenging, issueChallenge } from '../passkey/webauthn/challenge.js';
import { creationOptions } from '../passkey/webauthn/options.js';
import { verifyRegistration } from '../passkey/webauthn/verify-registration.js';
import { type LockedMember, lockMember } from '../proof/locked-member.js';
import { waysIn } from '../proof/required-provider.js';
import type { SignedIn } from '../proof/signed-in.dto.js';
import { SignIns } from '../proof/sign-ins.js';
import { useProof } from '../proof/used-proofs.js';
import { findByToken, findUsedBefore, type PresentedInvitation, useInvitation } from '../invitation/invitation-rows.js';
import { InvitationOptions, type InvitationOptionsRequest, type UseInvitationRequest } from './joining.dto.js';
import { memberJoined } from '../invitation/invitation.operations.js';

const DEFAULT_LABEL = 'Passkey';

/** An open invitation, and its member, who is locked. */
interface Opened {
  member: LockedMember;
  invitation: PresentedInvitation;
}

/** Opens and uses invitations. Whatever fails is told as one 401. */
@Injectable()
export class JoiningService {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignIns,
    private readonly party: RelyingParty,
    private readonly secrets: SecretKeys,
  ) {}

  options({ body, now }: AtDoor<InvitationOptionsRequest>): Promise<InvitationOptions> {
    const capability = capabilityOf(body);
    return this.database.forStranger(capability.organizationId, async (tenant) => {
      const { memberId, memberName, memberRole, organizationName, expiresAt } = await openOne(tenant, capability, now);
      const ways = await waysIn(tenant, memberRole);
      const organization = { id: capability.organizationId, name: organizationName };
      const member = { id: memberId, name: memberName };
      const passkey = ways.passkey
        ? await creationOptions({
            ...{ organization, member, domain: this.party.id },
            challenge: issueChallenge(this.challenging(capability, now)),
            existing: await activeCredentials(tenant, memberId),
          })
        : null;
      const methods = [
        ...(ways.passkey ? (['passkey'] as const) : []),
        ...(ways.identityProvider ? (['identity_provider'] as const) : []),
      ];
      return toResource(InvitationOptions, { organization, member, expiresAt, methods, passkey });
    });
  }

  async use({ body, now, correlationId }: AtDoor<UseInvitationRequest>): Promise<SignedIn> {
    const capability = capabilityOf(body);
    const { passkey, label = DEFAULT_LABEL } = body;
    const verified = await verifyRegistration(passkey, this.challenging(capability, now), this.party);
    if (!verified) throw signInFailed();
    const { credential, proof } = verified;
    return this.database.forStranger(capability.organizationId, async (tenant) => {
      const { member, invitation } = await this.lockOpen(tenant, capability, now);
      const { id: invitationId, power } = invitation;
      const { id: memberId, accountId } = member;
      await useProof(tenant, proof.hash, proof.expiresAt);
      const added = { memberId, label, credential, power, invitationId, at: now };
      const passkeyId = await addPasskey(tenant, added);
      if ((await tenant.execute(useInvitation, { id: invitationId, at: now })) === 0) throw signInFailed();
      const act = { actorId: accountId, correlationId, occurredAt: now };
      await recordUse(tenant, { invitationId, memberId, passkeyId, domain: credential.domain }, act);
      const proved = { method: 'invitation', power, provedAt: now, passkeyId, invitationId } as const;
      return this.signIns.start(tenant, member, proved, now, correlationId);
    });
  }

  /** The open invitation, whose member is locked, so that one of many uses finds it open. Throws 401. */
  private async lockOpen(tenant: TenantSession, capability: Capability, now: Date): Promise<Opened> {
    const { memberId } = await openOne(tenant, capability, now);
    const member = await lockMember(tenant, memberId);
    if (!member || !(await waysIn(tenant, member.role)).passkey) throw signInFailed();
    return { member, invitation: await openOne(tenant, capability, now) };
  }

  private challenging({ hash }: Capability, now: Date): Challenging {
    return { purpose: `invitation:${hash.toString('hex')}`, now, keys: this.secrets.challengeKeys };
  }
}

function capabilityOf({ token }: InvitationOptionsRequest): Capability {
  const capability = parseCapability(token);
  if (!capability) throw signInFailed();
  return capability;
}

async function openOne(tenant: TenantSession, { hash }: Capability, now: Date): Promise<PresentedInvitation> {
  const [invitation] = await tenant.query(findByToken, { hash, now });
  if (invitation?.status !== 'open') throw signInFailed();
  return invitation;
}

/** Records the passkey and, the first time, that the member joined. */
async function recordUse(
  tenant: TenantSession,
  made: Record<'invitationId' | 'memberId' | 'passkeyId' | 'domain', string>,
  act: Pick<ServiceAct, 'actorId' | 'correlationId' | 'occurredAt'>,
): Promise<void> {
  const { invitationId, memberId, passkeyId, domain } = made;
  const usedBefore = await tenant.query(findUsedBefore, { member: memberId, except: invitationId });
  void recordServiceAct(tenant, {
    ...act,
    audited: addMyPasskey,
    targetId: passkeyId,
    changes: { memberId, domain, invitationId },
    event: { declaration: addMyPasskey.event, data: { memberId, passkeyId } },
  });
  if (usedBefore.length > 0) return;
  void recordServiceAct(tenant, {
    ...act,
    audited: memberJoined,
    targetId: memberId,
    changes: { invitationId },
    event: { declaration: memberJoined.event, data: { memberId, invitationId } },
  });
}
