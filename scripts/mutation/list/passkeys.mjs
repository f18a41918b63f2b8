/** Passkeys, and the invitations that make them. */
const WEBAUTHN = 'src/contexts/identity/passkey/webauthn';
const DOOR = 'src/contexts/identity/passkey/passkey-door.service.ts';
const ROWS = 'src/contexts/identity/passkey/passkey-rows.ts';
const JOINING_SERVICE = 'src/contexts/identity/joining/joining.service.ts';
const INVITATION_ROWS = 'src/contexts/identity/invitation/invitation-rows.ts';
const ASSERTION = 'test/identity/webauthn-assertion.spec.ts';
const SIGN_IN = 'test/identity/passkey-sign-in.e2e-spec.ts';
const JOINING = 'test/identity/joining.e2e-spec.ts';
const INVITATIONS = 'test/identity/invitations.e2e-spec.ts';

export default [
  {
    id: 'purpose-of-challenge',
    removes: 'the one purpose of a challenge',
    file: `${WEBAUTHN}/challenge.ts`,
    from: '.update(content).update(purpose)',
    to: '.update(content)',
    tests: ASSERTION,
    titles: ['with a challenge that is expired, or of another purpose, is refused'],
  },
  {
    id: 'expiry-of-challenge',
    removes: 'the end of a challenge',
    file: `${WEBAUTHN}/challenge.ts`,
    from: 'expiresAt > now ?',
    to: 'expiresAt ?',
    tests: SIGN_IN,
    titles: ['is good for five minutes, and for signing in only'],
  },
  {
    id: 'proof-used-once',
    removes: 'the one use of the proof of a passkey',
    file: DOOR,
    from: 'await useProof(tenant, proof.hash, proof.expiresAt);',
    to: '',
    tests: SIGN_IN,
    titles: ['serves once, in whatever process'],
  },
  {
    id: 'counter-of-passkey',
    removes: 'the growth of the counter of a passkey that is bound to its device',
    file: `${WEBAUTHN}/verify-assertion.ts`,
    from: 'counter > stored.counter',
    to: 'counter >= 0',
    tests: ASSERTION,
    titles: ['of a passkey that is bound to its device has to grow'],
  },
  {
    id: 'counter-of-locked-passkey',
    removes: 'the second verification, of the passkey as it is once it is locked',
    file: DOOR,
    from: 'const verified = await verifyAssertion(presented, stored, this.party);',
    to: 'const verified = stored;',
    tests: SIGN_IN,
    titles: ['that is bound to its device is refused for a counter that does not grow'],
  },
  {
    id: 'domain-of-passkey',
    removes: 'the comparison of the domain of a passkey with that of the service',
    file: `${WEBAUTHN}/verify-assertion.ts`,
    from: 'stored.domain !== party.id ||',
    to: '',
    tests: ASSERTION,
    titles: ['of a passkey of a former domain is refused, and of another credential'],
  },
  {
    id: 'passkey-of-member',
    removes: 'the status of a passkey that is presented',
    file: ROWS,
    from: "credential_id = :credentialId and status = 'active'`",
    to: 'credential_id = :credentialId`',
    tests: SIGN_IN,
    titles: ['also once the passkey is removed, or the member is detached'],
  },
  {
    id: 'passkey-where-provider-is-required',
    removes: 'the requirement of the identity provider at the door of passkeys',
    file: DOOR,
    from: '|| !(await waysIn(tenant, member.role)).passkey',
    to: '',
    tests: JOINING,
    titles: ['OWNERs alone join with a passkey and sign in with one'],
  },
  {
    id: 'invitation-for-one-challenge',
    removes: 'the invitation from the purpose of its challenge',
    file: JOINING_SERVICE,
    from: "purpose: `invitation:${hash.toString('hex')}`",
    to: "purpose: `invitation:${hash.toString('hex').slice(0, 0)}`",
    tests: JOINING,
    titles: ['takes no challenge of another invitation'],
  },
  {
    id: 'invitation-of-demoted-maker',
    removes: 'the role that the maker of an invitation still needs',
    file: INVITATION_ROWS,
    from: "and (k.role = 'OWNER' or k.role = i.power)",
    to: '',
    tests: INVITATIONS,
    titles: ['follows its maker from OWNER to ADMIN'],
  },
  {
    id: 'expiry-of-invitation',
    removes: 'the end of an invitation by time',
    file: INVITATION_ROWS,
    from: "when i.expires_at <= :now::timestamptz then 'expired'",
    to: "when :now::timestamptz is null then 'expired'",
    tests: INVITATIONS,
    titles: ['is expired by the clock'],
  },
  {
    id: 'attempts-hold-up-nobody',
    removes: 'the attempts that hold up no look-up',
    file: 'src/transport/http/limits/rate-limits.ts',
    from: 'this.failures.attempt(address, attempt)',
    to: 'this.failures.lookUp(address, () => true, attempt)',
    tests: 'test/transport/sign-in-doors.e2e-spec.ts',
    titles: ['has attempts that wait for their end hold up nobody'],
  },
];
