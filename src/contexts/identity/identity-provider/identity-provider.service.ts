import { Injectable } from '@nestjs/common';
import { RelyingParty } from '#kernel/authentication';
import { invalidField, notFound } from '#kernel/errors';
import { schedule } from '#kernel/jobs';
import { allowedRanges, OutgoingSettings, outgoingUrlIssue } from '#kernel/outgoing';
import { type Change, changedMeanwhile, type Changes } from '#kernel/persistence';
import { SecretBox } from '#kernel/secrets';
import type { Scope, UnitOfWork } from '#kernel/work';
import { endIdentities } from '../proof/external-identities.js';
import { SignIns } from '../proof/sign-ins.js';
import { type IdentityProvider, type SetIdentityProviderRequest, toIdentityProvider } from './identity-provider.dto.js';
import { IdentityProviderEntity } from './identity-provider.entity.js';
import { neverSignedIn, providerChanged, providerRemoved } from './identity-provider.operations.js';
import { deleteProvider, insertProvider, lockProvider } from './identity-provider.rows.js';
import { redirectUriOf } from './redirect-uri.js';

export const PROVIDER_JOB = 'identity_provider';

/** The context in which the client secret is sealed. */
export function secretContext(organizationId: string): string[] {
  return [organizationId, 'identity provider', 'client secret'];
}

@Injectable()
export class IdentityProviderService {
  constructor(
    private readonly secrets: SecretBox,
    private readonly signIns: SignIns,
    private readonly party: RelyingParty,
    private readonly settings: OutgoingSettings,
  ) {}

  async read(scope: Scope): Promise<IdentityProvider> {
    return this.shown(scope, await scope.get(IdentityProviderEntity, scope.organizationId));
  }

  async set(uow: UnitOfWork, request: SetIdentityProviderRequest): Promise<IdentityProvider> {
    this.checkIssuer(request.issuer);
    const before = await this.findForUpdate(uow);
    const { issuer, required = false } = request;
    const isSameIssuer = before?.issuer === issuer;
    if (required && !(isSameIssuer && before.lastSignInAt !== null)) throw neverSignedIn.error();
    const row = before ? this.change(uow, before, request) : await this.insert(uow, request);
    const ended = before && !isSameIssuer ? await this.endAll(uow) : {};
    const others = required && !before?.required ? await this.endOthers(uow) : {};
    await schedule(uow, PROVIDER_JOB, uow.now);
    const { clientId, emailDomains } = row;
    uow.record(providerChanged, {
      targetId: row.id,
      changes: { ...(!before && { issuer, clientId, emailDomains, required }), ...ended, ...others },
      data: { issuer, required },
    });
    return this.shown(uow, row);
  }

  async remove(uow: UnitOfWork): Promise<IdentityProvider> {
    const provider = await this.findForUpdate(uow);
    if (!provider) throw notFound();
    const ended = await this.endAll(uow);
    uow.queue(deleteProvider);
    const { id: targetId, issuer, required } = provider;
    uow.record(providerRemoved, { targetId, changes: ended, data: { issuer, required } });
    return this.shown(uow, provider);
  }

  private change(
    uow: UnitOfWork,
    before: IdentityProviderEntity,
    { clientSecret, required = false, ...request }: SetIdentityProviderRequest,
  ): IdentityProviderEntity {
    const { issuer, clientId, emailDomains } = request;
    const isSameIssuer = before.issuer === issuer;
    const sealed = this.sealed(uow, clientSecret);
    const kept = isSameIssuer && before.clientId === clientId ? before.clientSecret : null;
    const change: Change<IdentityProviderEntity> = {
      ...{ issuer, clientId, emailDomains, required, clientSecret: sealed ?? kept },
      ...(!isSameIssuer && { metadata: null, lastSignInAt: null }),
      // An active provider stays so until its check, so that nobody is locked out in between.
      ...(!(isSameIssuer && before.status === 'active') && { status: 'pending_validation', lastError: null }),
    };
    return uow.change(IdentityProviderEntity, before, change);
  }

  private async insert(
    uow: UnitOfWork,
    { issuer, clientId, clientSecret, emailDomains }: SetIdentityProviderRequest,
  ): Promise<IdentityProviderEntity> {
    const inserted = await uow.execute(insertProvider, {
      ...{ issuer, clientId, emailDomains, clientSecret: this.sealed(uow, clientSecret) },
      ...{ createdBy: uow.caller.accountId, at: uow.now },
    });
    if (inserted === 0) throw changedMeanwhile();
    return uow.get(IdentityProviderEntity, uow.organizationId);
  }

  private async findForUpdate(uow: UnitOfWork): Promise<IdentityProviderEntity | null> {
    await uow.query(lockProvider);
    await uow.locked(uow.organizationId);
    return uow.find(IdentityProviderEntity, uow.organizationId);
  }

  /** Ends the links to the provider, and the sign-ins by it. */
  private async endAll(uow: UnitOfWork): Promise<Changes> {
    const identities = await endIdentities(uow, uow.now);
    const signIns = await this.signIns.end(uow, { identities }, 'provider', uow.now);
    return { endedIdentities: identities.length, endedSignIns: signIns.length };
  }

  /** Ends the sign-ins that were made otherwise, but for those of OWNERs. */
  private async endOthers(uow: UnitOfWork): Promise<Changes> {
    const ended = await this.signIns.end(uow, { otherThan: 'identity_provider' }, 'required', uow.now);
    return { endedOtherSignIns: ended.length };
  }

  private sealed(uow: UnitOfWork, clientSecret: string | undefined): Buffer | null {
    return clientSecret === undefined ? null : this.secrets.seal(clientSecret, secretContext(uow.organizationId));
  }

  private shown({ organizationId }: Scope, row: IdentityProviderEntity): IdentityProvider {
    return toIdentityProvider(row, redirectUriOf(this.party, organizationId));
  }

  private checkIssuer(issuer: string): void {
    const issue = outgoingUrlIssue(issuer, allowedRanges(this.settings));
    if (issue !== undefined) throw invalidField('issuer', issue);
    if (/[?#]/.test(issuer)) throw invalidField('issuer', 'must not contain a query or a fragment');
    const { username, password } = new URL(issuer);
    if (username !== '' || password !== '' || /^[^/]*\/\/[^/]*@/.test(issuer)) {
      throw invalidField('issuer', 'must not contain a user name or password');
    }
  }
}
