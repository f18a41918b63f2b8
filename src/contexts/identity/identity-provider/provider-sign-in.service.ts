import { Injectable } from '@nestjs/common';
import { RelyingParty } from '#kernel/authentication';
import { Clock } from '#kernel/clock';
import { signInFailed, unavailable } from '#kernel/errors';
import { FailureLog } from '#kernel/logging';
import type { AtDoor } from '#kernel/operations';
import { parseCapability, SecretBox, UnreadableSecretError } from '#kernel/secrets';
import { Database } from '#kernel/work';
import { findByToken } from '../invitation/invitation-rows.js';
import { checkReturnUrl } from '../invitation/return-url.js';
import { organizationNamed } from '../organization/organization-settings.service.js';
import { findIdentity } from '../proof/external-identities.js';
import type { SignedIn } from '../proof/signed-in.dto.js';
import { secretContext } from './identity-provider.service.js';
import type { ProvenPerson } from './openid/authorized-person.js';
import { ProofFailure } from './openid/proof-failure.js';
import { type KnownProvider, ProviderClient } from './openid/provider-client.js';
import { isSecretOf, type ReturnedState, SignInStates } from './openid/sign-in-state.js';
import { type EmailClaims } from './openid/verified-email.js';
import type { FinishSignInRequest, StartedSignIn, StartSignInRequest } from './provider-sign-in.dto.js';
import { findProvider, findUsedState, type StoredProvider } from './provider-sign-in.rows.js';
import { Recognition } from './recognition.js';
import { redirectUriOf } from './redirect-uri.js';

/** Requests to one organization's provider that are under way in a process: a slow provider keeps no more waiting. */
const MAX_UNDER_WAY = 50;

/** Where a sign-in starts: in an organization, perhaps with an invitation, by the hash of its token. */
interface Start {
  organizationId: string;
  invitation: Buffer | null;
}

/** Signs in at identity providers. Whatever fails is told as one 401. */
@Injectable()
export class ProviderSignInService {
  private readonly failures = new FailureLog(ProviderSignInService.name);
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly states: SignInStates,
    private readonly client: ProviderClient,
    private readonly recognition: Recognition,
    private readonly secrets: SecretBox,
    private readonly party: RelyingParty,
    private readonly clock: Clock,
  ) {}

  async start({ body, now }: AtDoor<StartSignInRequest>): Promise<StartedSignIn> {
    const { challenge, returnUrl, fresh = false } = body;
    checkReturnUrl(returnUrl, this.party.pageOrigins);
    const { organizationId, invitation } = await this.startOf(body);
    const stored = await this.database.forStranger(organizationId, async (tenant) => {
      if (invitation) {
        const [found] = await tenant.query(findByToken, { hash: invitation, now });
        if (found?.status !== 'open') throw signInFailed();
      }
      return (await tenant.query(findProvider)).at(0);
    });
    if (stored?.status !== 'active' || !stored.metadata) throw signInFailed();
    const { issuer, clientId, metadata } = stored;
    const redirectUri = redirectUriOf(this.party, organizationId, returnUrl);
    const begun = {
      organizationId,
      issuer,
      challenge,
      redirectUri,
      invitation: invitation?.toString('base64url') ?? null,
    };
    const { state, text } = this.states.begin(begun, now);
    const provider = { issuer, clientId, clientSecret: null, metadata };
    return { authorizationUrl: this.client.authorizationUrl(provider, state, text, { fresh }) };
  }

  async finish({ body, now, correlationId }: AtDoor<FinishSignInRequest>): Promise<SignedIn> {
    const state = this.states.open(body.state, now);
    if (!state || !isSecretOf(body.secret, state) || body.redirectUri !== state.redirectUri) throw signInFailed();
    const provider = await this.current(state, body.iss);
    const { person, email } = await this.alongside(state.organizationId, () => this.prove(provider, state, body));
    const recognized = { state, provider, person, email, now: this.clock.now(), correlationId };
    return this.database.forStranger(state.organizationId, (tenant) => this.recognition.signIn(tenant, recognized));
  }

  private async startOf({ organization = '', invitation }: StartSignInRequest): Promise<Start> {
    if (invitation !== undefined) {
      const capability = parseCapability(invitation);
      if (!capability) throw signInFailed();
      return { organizationId: capability.organizationId, invitation: capability.hash };
    }
    const organizationId = await organizationNamed(this.database, organization);
    if (organizationId === undefined) throw signInFailed();
    return { organizationId, invitation: null };
  }

  /** The provider at which the sign-in began, if it is still that of the organization. Throws 401 also for a used state. */
  private async current(state: ReturnedState, iss: string | undefined): Promise<KnownProvider> {
    const stored = await this.database.forStranger(state.organizationId, async (tenant) => {
      const used = await tenant.query(findUsedState, { hash: state.hash });
      return used.length > 0 ? undefined : (await tenant.query(findProvider)).at(0);
    });
    if (stored?.issuer !== state.issuer || !stored.metadata) throw signInFailed();
    const { issuer, clientId, metadata } = stored;
    if (iss === undefined ? metadata.namesIssuer : iss !== issuer) throw signInFailed();
    return { issuer, clientId, clientSecret: this.secretOf(state, stored), metadata };
  }

  private secretOf({ organizationId }: ReturnedState, { clientSecret }: StoredProvider): string | null {
    if (clientSecret === null) return null;
    try {
      return this.secrets.open(clientSecret, secretContext(organizationId));
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      this.failures.note('the client secret of an identity provider is under none of SECRET_KEYS', error);
      throw signInFailed();
    }
  }

  /** Outside of any transaction. UserInfo is asked where the address is needed, and the ID token does not tell it. */
  private async prove(
    provider: KnownProvider,
    state: ReturnedState,
    body: FinishSignInRequest,
  ): Promise<{ person: ProvenPerson; email: EmailClaims }> {
    const { organizationId } = state;
    try {
      const person = await this.client.prove(provider, state, body);
      const { issuer, metadata } = provider;
      const isTold = person.email.email !== undefined || metadata.userinfoEndpoint === null;
      if (isTold || state.invitation !== null) return { person, email: person.email };
      const subject = { issuer, subject: person.subject };
      const bound = await this.database.forStranger(organizationId, (tenant) => findIdentity(tenant, subject));
      return { person, email: bound?.memberStatus === 'active' ? {} : await person.userInfo() };
    } catch (error) {
      if (!(error instanceof ProofFailure)) throw error;
      this.failures.note('an identity provider proved nobody', error, { organizationId });
      throw signInFailed();
    }
  }

  private async alongside<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
    const count = this.underWay.get(organizationId) ?? 0;
    if (count >= MAX_UNDER_WAY) throw unavailable('The identity provider does not answer.');
    this.underWay.set(organizationId, count + 1);
    try {
      return await work();
    } finally {
      const left = (this.underWay.get(organizationId) ?? 1) - 1;
      if (left > 0) this.underWay.set(organizationId, left);
      else this.underWay.delete(organizationId);
    }
  }
}
