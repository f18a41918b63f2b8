/** Closers and prospects. */
const TURN = 'src/contexts/selling/closer/turn.ts';
const TURN_SPEC = 'src/contexts/selling/closer/turn.property.spec.ts';
const TURNS = 'test/selling/turns.e2e-spec.ts';
const CLOSERS = 'test/selling/closers.e2e-spec.ts';
const PROSPECTS = 'test/selling/prospects.e2e-spec.ts';
const CLOSER_REPOSITORY = 'src/contexts/selling/closer/closer.repository.ts';
const CLOSER_POLICY = 'src/contexts/selling/closer/closer.policy.ts';
const SERVICE = 'src/contexts/selling/prospect/prospect.service.ts';
const OFFER_POLICY = 'src/contexts/selling/offer/offer.policy.ts';
const POLICY = 'src/contexts/selling/prospect/prospect.policy.ts';

export default [
  {
    id: 'turn-range',
    removes: 'the bound on credits from turns among other closers',
    file: TURN,
    from: 'Math.max(one.credit, lowest) + one.share',
    to: 'one.credit + one.share',
    tests: TURN_SPEC,
    titles: ['with equal shares, nobody gets more than one prospect more than another, whatever was before'],
  },
  {
    id: 'turn-waited-longest',
    removes: 'the precedence of who has waited longest',
    file: TURN,
    from: 'lastOfOne < lastOfOther;',
    to: 'lastOfOne > lastOfOther;',
    tests: TURN_SPEC,
    titles: ['of several it is the turn of who has waited longest, then of the lowest id'],
  },
  {
    id: 'turn-lock',
    removes: 'the locks of the closers while a turn is taken',
    file: CLOSER_REPOSITORY,
    from: 'order by id for update`',
    to: 'order by id`',
    tests: TURNS,
    titles: ['50 at once are shared equally'],
  },
  {
    id: 'turn-max-open',
    removes: 'the limit on open prospects',
    file: CLOSER_REPOSITORY,
    from: '(s.max_open is null or s.max_open > (',
    to: '(true or s.max_open > (',
    tests: TURNS,
    titles: ['whoever has as many open prospects as they take is passed over until one is closed'],
  },
  {
    id: 'closer-ended',
    removes: 'the end of the responsibility from who closes',
    file: CLOSER_POLICY,
    from: `r.role = 'closer' and r.ended_at is null\``,
    to: `r.role = 'closer'\``,
    tests: PROSPECTS,
    titles: ['who has ended leaves orphans, which are given to others'],
  },
  {
    id: 'closer-own-settings',
    removes: 'the check that a closer changes their own settings',
    file: CLOSER_POLICY,
    from: 'values: (caller) => ({ caller: closerOf(caller) })',
    to: 'values: () => ({ caller: null })',
    tests: CLOSERS,
    titles: ['leave their share and limit to administrators, and others alone'],
  },
  {
    id: 'prospect-reach',
    removes: 'the restriction of a closer to their own prospects',
    file: POLICY,
    from: 'p.closer_member_id = :closer and ${closerMayAct',
    to: '${closerMayAct',
    tests: PROSPECTS,
    titles: ['reaches their own prospects, and those of nobody and of others as if they did not exist'],
  },
  {
    id: 'prospect-of-oneself',
    removes: 'the refusal on the own address',
    file: SERVICE,
    from: 'await notOnOneself(uow, prospect.email);',
    to: '',
    tests: PROSPECTS,
    titles: ['sells nothing to themselves, and nor does anybody else'],
  },
  {
    id: 'prospect-member-hidden',
    removes: 'the rule that no closer is told who is a member',
    file: SERVICE,
    from: 'isAdministrator(scope.caller) ? details.memberId : null',
    to: 'details.memberId',
    tests: PROSPECTS,
    titles: ['shows administrators the member who has the address, and no closer'],
  },
  {
    id: 'prospect-erased-results',
    removes: 'the erasure of first results that show the prospect',
    file: 'src/contexts/selling/erasure/prospect-erasure.service.ts',
    from: 'await this.eraseResults(uow, id, sales);',
    to: '',
    tests: PROSPECTS,
    titles: ['leaves no text anywhere, and is done once'],
  },
  {
    id: 'handover-own-prospect',
    removes: 'the exception of a prospect with the address of who hands over',
    file: 'src/contexts/selling/prospect/hand-over-prospects.ts',
    from: 'where ${OPEN} and ${MAY_ACT} and p.email <> :own and',
    to: 'where ${OPEN} and ${MAY_ACT} and (p.email <> :own or true) and',
    tests: 'test/selling/hand-over-prospects.e2e-spec.ts',
    titles: ['those that the successor does not close for stay, and all stay where that is wanted'],
  },
  {
    id: 'closer-offers-in-scope',
    removes: 'the programs of a closer from the offers that they see',
    file: OFFER_POLICY,
    from: "and ${closes(':closer::uuid', `${o}.program_id`)}`",
    to: "and (true or ${closes(':closer::uuid', `${o}.program_id`)})`",
    tests: 'test/selling/offers.e2e-spec.ts',
    titles: ['is shown to a closer while it is open or paused, within their programs, and changed by none'],
  },
  {
    id: 'closer-cohort-in-scope',
    removes: 'the programs of a closer from the sales availability that they read',
    file: OFFER_POLICY,
    from: "or ${closes(':closer::uuid', 'c.program_id')})`",
    to: "or true or ${closes(':closer::uuid', 'c.program_id')})`",
    tests: 'test/selling/sales-availability.e2e-spec.ts',
    titles: ['is read by closers of the program, who see no draft and set nothing'],
  },
];
