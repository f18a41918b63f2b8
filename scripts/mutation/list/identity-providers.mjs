/** Sign-ins at the identity providers of organizations. */
const OPENID = 'src/contexts/identity/identity-provider/openid';
const RECOGNITION = 'src/contexts/identity/identity-provider/recognition.ts';
const SIGN_IN = 'test/identity/identity-provider-sign-in.e2e-spec.ts';
const CLIENT = 'test/identity/provider-client.e2e-spec.ts';

export default [
  {
    id: 'unverified-address',
    removes: 'the need for an address that the provider has verified',
    file: `${OPENID}/verified-email.ts`,
    from: 'isVerified !== true',
    to: 'isVerified === undefined',
    tests: `${OPENID}/verified-email.spec.ts`,
    titles: ['is none where email_verified is'],
  },
  {
    id: 'spelling-of-state',
    removes: 'the one spelling of a state',
    file: `${OPENID}/sign-in-state.ts`,
    from: "if (box.toString('base64url') !== text) return undefined;",
    to: '',
    tests: `${OPENID}/sign-in-state.spec.ts`,
    titles: ['is refused with any one character changed or added'],
  },
  {
    id: 'age-of-id-token',
    removes: 'the bound on when an ID token was issued',
    file: `${OPENID}/authorized-person.ts`,
    from: 'issuedAt >= startedAt - CLOCK_TOLERANCE_MS',
    to: 'issuedAt >= startedAt - 1e15',
    tests: CLIENT,
    titles: ['is refused with an ID token that'],
  },
  {
    id: 'signature-of-id-token',
    removes: 'the check of the signature of an ID token',
    file: `${OPENID}/provider-client.ts`,
    from: 'openid.enableNonRepudiationChecks(configuration);',
    to: '',
    tests: CLIENT,
    titles: ['is refused with an ID token that'],
  },
  {
    id: 'redirect-of-document',
    removes: 'the refusal of redirects',
    file: 'src/kernel/outgoing/exchange.ts',
    from: '(isRedirect && !answersRedirects)',
    to: '(isRedirect && answersRedirects)',
    tests: 'test/kernel/guarded-fetch.e2e-spec.ts',
    titles: ['follows no redirect'],
  },
  {
    id: 'state-used-once',
    removes: 'the use of a state by its sign-in',
    file: RECOGNITION,
    from: 'await useProof(tenant, state.hash, state.expiresAt);',
    to: 'void [useProof, state];',
    tests: SIGN_IN,
    titles: ['is good once, also when it is sent twenty times at once'],
  },
  {
    id: 'unlinked-for-good',
    removes: 'the end of an address as a proof once its person was unlinked',
    file: RECOGNITION,
    from: 'email === undefined || (await wasUnlinked(tenant, subjectOf(arrival)))',
    to: 'email === undefined || (void wasUnlinked, false)',
    tests: SIGN_IN,
    titles: ['is not bound by the address again once they were unlinked'],
  },
  {
    id: 'address-of-administrators',
    removes: 'the exclusion of administrators from recognition by address',
    file: 'src/contexts/identity/identity-provider/provider-sign-in.rows.ts',
    from: "and m.status = 'active' and m.role = 'MEMBER'\n",
    to: "and m.status = 'active'\n",
    tests: SIGN_IN,
    titles: ['does not get in, and nothing is kept of them'],
  },
];
