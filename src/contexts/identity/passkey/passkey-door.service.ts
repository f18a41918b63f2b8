import { Injectable } from '@nestjs/common';
import { RelyingParty } from '#kernel/authentication';
import { signInFailed } from '#kernel/errors';
import type { AtDoor } from '#kernel/operations';
import type { TenantSession } from '#kernel/persistence';
import { SecretKeys } from '#kernel/secrets';
import { Database } from '#kernel/work';
import { type LockedMember, lockMember } from '../proof/locked-member.js';
import { waysIn } from '../proof/required-provider.js';
import type { SignedIn } from '../proof/signed-in.dto.js';
import { SignIns } from '../proof/sign-ins.js';
import { useProof } from '../proof/used-proofs.js';
import { findPasskey, lockPasskey, noteUse, type StoredPasskey } from './passkey-rows.js';
import type { SignInOptions, SignInWithPasskeyRequest } from './passkey.dto.js';
import { type Challenging, issueChallenge } from './webauthn/challenge.js';
import { requestOptions } from './webauthn/options.js';
import { verifyUnknown } from './webauthn/unknown-credential.js';
import { type PresentedAssertion, readAssertion, verifyAssertion } from './webauthn/verify-assertion.js';

/** A passkey that was proved, and its member; both are locked. */
interface Verified {
  member: LockedMember;
  passkey: StoredPasskey;
}

/** Signs in with passkeys. Whatever fails is told as one 401. */
@Injectable()
export class PasskeyDoorService {
  constructor(
    private readonly database: Database,
    private readonly signIns: SignIns,
    private readonly party: RelyingParty,
    private readonly secrets: SecretKeys,
  ) {}

  async options(now: Date): Promise<SignInOptions> {
    return { options: await requestOptions(issueChallenge(this.challenging(now)), this.party.id) };
  }

  async signIn({ body, now, correlationId }: AtDoor<SignInWithPasskeyRequest>): Promise<SignedIn> {
    const presented = readAssertion(body.assertion, this.challenging(now));
    if (!presented) throw signInFailed();
    const { organizationId, proof } = presented;
    return this.database.forStranger(organizationId, async (tenant) => {
      const { member, passkey } = await this.verified(tenant, presented);
      await useProof(tenant, proof.hash, proof.expiresAt);
      noteUse(tenant, passkey, now);
      const { power, id: passkeyId } = passkey;
      const proved = { method: 'passkey', power, provedAt: now, passkeyId } as const;
      return this.signIns.start(tenant, member, proved, now, correlationId);
    });
  }

  /**
   * The passkey as it is from now on, locked after its member. It is verified before: whoever does not hold it locks
   * nothing. Throws 401.
   */
  private async verified(tenant: TenantSession, presented: PresentedAssertion): Promise<Verified> {
    const found = await findPasskey(tenant, presented);
    if (!found) await verifyUnknown(presented, this.party);
    if (!found || !(await verifyAssertion(presented, found, this.party))) throw signInFailed();
    const member = await lockMember(tenant, presented.memberId);
    const stored = await lockPasskey(tenant, presented);
    if (!member || !stored || !(await waysIn(tenant, member.role)).passkey) throw signInFailed();
    const verified = await verifyAssertion(presented, stored, this.party);
    if (!verified) throw signInFailed();
    return { member, passkey: verified };
  }

  private challenging(now: Date): Challenging {
    return { purpose: 'sign-in', now, keys: this.secrets.challengeKeys };
  }
}
