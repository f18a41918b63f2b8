/** Sales and the seats that they keep. */
const SEATS = 'src/contexts/cohorts/seats.ts';
const SALE_SQL = 'src/contexts/selling/ledger/sale-sql.ts';
const REPOSITORY = 'src/contexts/selling/ledger/sale.repository.ts';
const ACCEPTANCE = 'src/contexts/selling/sale/acceptance.service.ts';
const PROPOSAL = 'src/contexts/selling/sale/proposal.service.ts';
const HOLDS = 'test/selling/holds.e2e-spec.ts';
const PROPOSE = 'test/selling/propose-sale.e2e-spec.ts';
const ACCEPT = 'test/selling/accept-sale.e2e-spec.ts';
const SALES = 'test/selling/sales.e2e-spec.ts';
const ACTIVE = 'test/selling/activation.e2e-spec.ts';

export default [
  {
    id: 'sales-holds',
    removes: 'the holds from the seats that are taken',
    file: SEATS,
    from: 'return { ...seats, taken: seats.occupancy + seats.held };',
    to: 'return { ...seats, taken: seats.occupancy };',
    tests: HOLDS,
    titles: ['takes a seat wherever seats are given out, until it ends by the clock', 'is a bound of the capacity'],
  },
  {
    id: 'sales-hold-ends',
    removes: 'the end of holds by the clock',
    file: SEATS,
    from: ' and ${sale}.hold_until > :now`',
    to: ' and (${sale}.hold_until > :now or true)`',
    tests: HOLDS,
    titles: ['that a hold kept is for somebody else from then on'],
  },
  {
    id: 'sales-cohort-lock',
    removes: 'the lock of the cohort while a sale takes a seat',
    file: REPOSITORY,
    from: 'where organization_id = :organization and id = :cohort for update`',
    to: 'where organization_id = :organization and id = :cohort`',
    tests: HOLDS,
    titles: ['is given once to 50 who accept, enroll, import and transfer at once'],
  },
  {
    id: 'sales-offer-lock',
    removes: 'the lock of the offer while its sales are counted',
    file: 'src/contexts/selling/sale/sale-locks.ts',
    from: 'await uow.getForUpdate(OfferEntity, before.offerId)',
    to: 'await uow.get(OfferEntity, before.offerId)',
    tests: ACCEPT,
    titles: ['counts against the limit of the offer, as holds and active sales do, also at once'],
  },
  {
    id: 'sales-late-kept-back',
    removes: 'the seats that are kept back from money that came late',
    file: 'src/contexts/selling/sale/fulfillment.ts',
    from: 'keptBack: fromSeatsForSale ? cohort.keptBack : 0',
    to: 'keptBack: 0',
    tests: HOLDS,
    titles: ['is not taken by money that came late, but by money within the hold and by fulfill_sale'],
  },
  {
    id: 'sales-paid-when-cancelled',
    removes: 'what a cancelled sale still owes from sale.paid',
    file: 'src/contexts/selling/sale/settlement.ts',
    from: 'after.activatedAt === null || wasPaid',
    to: "after.status !== 'active' || wasPaid",
    tests: 'test/selling/payments.e2e-spec.ts',
    titles: ['of what a cancelled sale still owes tells when nothing is outstanding'],
  },
  {
    id: 'sales-call-moved-beside',
    removes: 'the look for another call to come before one is moved',
    file: 'src/contexts/selling/call/sales-call.service.ts',
    from: 'if (await this.calls.hasCallToCome(uow, prospectId, id)) throw callAhead.error();',
    to: '',
    tests: 'test/selling/sales-calls.e2e-spec.ts',
    titles: ['that was never recorded is not moved beside one to come'],
  },
  {
    id: 'installments-paid-first',
    removes: 'the place of installments on which money lies',
    file: 'src/contexts/selling/ledger/changed-installments.ts',
    from: 'if (paid === 0) return;',
    to: 'if (paid >= 0) return;',
    tests: 'test/selling/change-installments.e2e-spec.ts',
    titles: ['keep those on which money lies, in their order, and are due in order from the acceptance on'],
  },
  {
    id: 'sales-seat-taken',
    removes: 'the look for a seat that the participant has',
    file: ACCEPTANCE,
    from: 'if (await this.sales.hasSeat(uow, email, cohortId)) {',
    to: "if ((await this.sales.hasSeat(uow, email, cohortId)) && cohortId === '') {",
    tests: ACCEPT,
    titles: ['is none for a person who has a seat in the cohort'],
  },
  {
    id: 'sales-proposal-outlives',
    removes: 'that a proposal outlives the status and the end of its offer',
    file: ACCEPTANCE,
    from: '{ isProposed: true }',
    to: '{ isProposed: false }',
    tests: ACCEPT,
    titles: ['outlives the status and the end of the offer, but not the cohort, the program, or its own end'],
  },
  {
    id: 'sales-proposal-expires',
    removes: 'the end of proposals by the clock',
    file: SALE_SQL,
    from: "when s.status = 'proposed' and s.expires_at <= :now then 'expired'",
    to: "when s.status = 'proposed' and s.expires_at <= :now and false then 'expired'",
    tests: SALES,
    titles: ['are filtered by status and standing as they are by the clock'],
  },
  {
    id: 'sales-one-under-way',
    removes: 'the lock of the prospect while a sale is proposed',
    file: PROPOSAL,
    from: 'await uow.getForUpdate(ProspectEntity, prospectId)',
    to: 'await uow.get(ProspectEntity, prospectId)',
    tests: PROPOSE,
    titles: ['is one at a time for a prospect and an offer, by the clock, also of 20 at once'],
  },
  {
    id: 'sales-of-own-closer',
    removes: 'the closer from which sales a closer reaches',
    file: 'src/contexts/selling/ledger/sale.policy.ts',
    from: 's.closer_member_id = :closer and ',
    to: '',
    tests: SALES,
    titles: ['reaches the sales that name them, for what they sell now'],
  },
  {
    id: 'sales-own-address',
    removes: 'the refusal of a sale to oneself',
    file: PROPOSAL,
    from: 'await notOnOneself(uow, prospect.email, participant?.email);',
    to: '',
    tests: PROPOSE,
    titles: ['sells nothing to themselves, and nobody does'],
  },
  {
    id: 'sales-waiver',
    removes: 'that a waiver takes what is outstanding off what is owed',
    file: 'src/contexts/selling/sale/cancellation.service.ts',
    from: 'await addEntry(uow, { ...entry, amount: outstanding });',
    to: '',
    tests: ACTIVE,
    titles: ['is cancelled with a decision on its enrollment and on what is outstanding'],
  },
];
