import { Injectable } from '@nestjs/common';
import type { Caller } from '#kernel/access';
import { RelyingParty } from '#kernel/authentication';
import { forbidden, invalidField, notFound } from '#kernel/errors';
import { calendarDateToInstant, toResource } from '#kernel/fields';
import type { Page } from '#kernel/lists';
import type { NewRow } from '#kernel/persistence';
import { SecretKeys } from '#kernel/secrets';
import { lifecycle, type Scope, type UnitOfWork } from '#kernel/work';
import { lockCurrentSignIn } from '../proof/current-sign-in.js';
import { identityTables } from '../identity.tables.js';
import { lockMember } from '../proof/locked-member.js';
import { SignIns } from '../proof/sign-ins.js';
import { isFirstUse } from '../proof/used-proofs.js';
import { activeCredentials, addPasskey } from './passkey-rows.js';
import {
  type AddMyPasskeyRequest,
  type MyPasskeyOptions,
  type MyPasskeysQuery,
  Passkey,
  type UpdateMyPasskeyRequest,
} from './passkey.dto.js';
import { PasskeyEntity, type PasskeyStatus } from './passkey.entity.js';
import { addMyPasskey, lastPasskey, removeMyPasskey } from './passkey.operations.js';
import { type Challenging, issueChallenge } from './webauthn/challenge.js';
import { creationOptions } from './webauthn/options.js';
import { verifyRegistration } from './webauthn/verify-registration.js';

export const PASSKEY = lifecycle<PasskeyStatus>('passkey', { active: ['removed'], removed: [] });

const listPasskeys = identityTables.list('list_my_passkeys', {
  rows: PasskeyEntity,
  of: ['memberId'],
  where: `item.status = 'active'`,
});

const findNames = identityTables
  .statement(
    'find_names_for_passkey',
    { member: 'uuid' },
    `select o.name as "organizationName", m.name from members m join organizations o on o.id = m.organization_id
     where m.organization_id = :organization and m.id = :member`,
  )
  .returning<{ organizationName: string; name: string }>();

const findIdentity = identityTables.statement(
  'find_identity_of_member',
  { member: 'uuid' },
  `select 1 from external_identities
   where organization_id = :organization and member_id = :member and ended_at is null`,
);

/** The caller's own passkeys. */
@Injectable()
export class PasskeyService {
  constructor(
    private readonly signIns: SignIns,
    private readonly party: RelyingParty,
    private readonly secrets: SecretKeys,
  ) {}

  listMine(scope: Scope, query: MyPasskeysQuery): Promise<Page<Passkey>> {
    const { memberId } = scope.caller;
    return scope.list(listPasskeys, { ...query, memberId }, (rows) => rows.map(toPasskey));
  }

  async createOptions(scope: Scope): Promise<MyPasskeyOptions> {
    const { organizationId, memberId } = scope.caller;
    const [[names], existing] = await Promise.all([
      scope.query(findNames, { member: memberId }),
      activeCredentials(scope, memberId),
    ]);
    const options = await creationOptions({
      challenge: issueChallenge(this.challenging(scope)),
      domain: this.party.id,
      organization: { id: organizationId, name: names.organizationName },
      member: { id: memberId, name: names.name },
      existing,
    });
    return { options };
  }

  async add(uow: UnitOfWork, { label, passkey }: AddMyPasskeyRequest): Promise<Passkey> {
    const { memberId, signIn } = uow.caller;
    const verified = await verifyRegistration(passkey, this.challenging(uow), this.party);
    if (!verified) throw notVerified();
    if (!signIn || !(await lockMember(uow, memberId))) throw forbidden();
    await lockCurrentSignIn(uow);
    const { credential, proof } = verified;
    const { power } = signIn;
    if (!(await isFirstUse(uow, proof.hash, proof.expiresAt))) throw notVerified();
    const id = await addPasskey(uow, { memberId, label, credential, power, invitationId: null, at: uow.now });
    const { domain } = credential;
    uow.record(addMyPasskey.event, { targetId: id, changes: { memberId, domain }, data: { memberId, passkeyId: id } });
    return toPasskey(await uow.get(PasskeyEntity, id));
  }

  async update(uow: UnitOfWork, id: string, { label }: UpdateMyPasskeyRequest): Promise<Passkey> {
    const passkey = await uow.getForUpdate(PasskeyEntity, id);
    PASSKEY.require(passkey, 'active');
    uow.recordWithoutEvent(id);
    return toPasskey(label === undefined ? passkey : uow.change(PasskeyEntity, passkey, { label }));
  }

  async remove(uow: UnitOfWork, id: string): Promise<Passkey> {
    const { memberId: member, signIn } = uow.caller;
    if (!(await lockMember(uow, member))) throw notFound();
    const passkey = await uow.getForUpdate(PasskeyEntity, id);
    PASSKEY.checkMove(passkey.status, 'removed');
    if ((await activeCredentials(uow, member)).length === 1 && !(await this.hasIdentity(uow, member))) {
      throw lastPasskey.error();
    }
    const removed = uow.change(PasskeyEntity, passkey, { status: 'removed', removedAt: uow.now });
    const ended = await this.signIns.end(uow, { member, passkey: id, except: signIn?.id }, 'passkey', uow.now);
    uow.record(removeMyPasskey.event, removed, { endedSignInIds: ended });
    return toPasskey(removed);
  }

  private async hasIdentity(scope: Scope, member: string): Promise<boolean> {
    return (await scope.query(findIdentity, { member })).length > 0;
  }

  private challenging({ caller, now }: { caller: Caller; now: Date }): Challenging {
    const { organizationId, memberId } = caller;
    return { purpose: `member:${organizationId}:${memberId}`, now, keys: this.secrets.challengeKeys };
  }
}

function notVerified(): Error {
  return invalidField('passkey', 'must be made by the options of this member, once, within five minutes');
}

function toPasskey(row: NewRow<PasskeyEntity>): Passkey {
  return toResource(Passkey, { ...row, lastUsedDay: calendarDateToInstant(row.lastUsedDay) });
}
