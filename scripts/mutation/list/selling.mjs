const SERVICE = 'src/contexts/selling/offer/offer.service.ts';
const ON_SALE = 'src/contexts/selling/offer/on-sale.ts';
const OFFERS = 'test/selling/offers.e2e-spec.ts';
const TERMS = 'test/selling/offer-terms.e2e-spec.ts';
const AVAILABILITY = 'test/selling/sales-availability.e2e-spec.ts';

/** Terms that are frozen, and what keeps an offer from being sold. */
export default [
  {
    id: 'selling-same-terms',
    removes: 'that equal terms keep their version',
    file: SERVICE,
    from: 'if (isDeepStrictEqual(present?.terms, terms)) return offer.termsVersion;',
    to: 'void [isDeepStrictEqual, present];',
    tests: TERMS,
    titles: ['get another version where they differ in anything'],
  },
  {
    id: 'selling-offer-lock',
    removes: 'the lock of an offer while its terms are replaced',
    file: SERVICE,
    from: 'const offer = await uow.getForUpdate(OfferEntity, id);\n    OFFER.require',
    to: 'const offer = await uow.get(OfferEntity, id);\n    OFFER.require',
    tests: TERMS,
    titles: ['have a version for each of those who change them at the same time'],
  },
  {
    id: 'selling-program-lock',
    removes: 'the lock of the program while an offer names one of its paths',
    file: SERVICE,
    from: 'await lockProgramStatus(uow, programId);\n    await this.checkCohort(uow, programId, columns.cohortId ?? null);',
    to: 'await this.checkCohort(uow, programId, columns.cohortId ?? null);',
    tests: OFFERS,
    titles: ['is a path that is archived, which holds the lock on its program'],
  },
  {
    id: 'selling-cohort-of-program',
    removes: 'that the cohort is of the program of the offer',
    file: SERVICE,
    from: 'if (cohort?.programId !== programId) throw',
    to: 'if (!cohort) throw',
    tests: OFFERS,
    titles: ['has the cohort and the active path of its program'],
  },
  {
    id: 'selling-program-status',
    removes: 'the status of the program from what decides whether an offer is on sale',
    file: ON_SALE,
    from: "if (offer.programStatus !== 'active') return 'program_not_active';",
    to: "if (offer.programStatus === '') return 'program_not_active';",
    tests: OFFERS,
    titles: ['leaves every offer as it was, to the byte'],
  },
  {
    id: 'selling-kept-back',
    removes: 'the seats that are kept back from sales',
    file: ON_SALE,
    from: 'Math.max(0, capacity - occupancy - held - keptBack)',
    to: 'Math.max(0, capacity - occupancy - held - 0 * keptBack)',
    tests: AVAILABILITY,
    titles: ['that are for sale are those that are neither taken nor kept back'],
  },
  {
    id: 'selling-window-lock',
    removes: 'the lock of a cohort while its sales availability is set',
    file: 'src/contexts/selling/offer/offer.repository.ts',
    from: 'where organization_id = :organization and id = :cohort for share`',
    to: 'where organization_id = :organization and id = :cohort`',
    tests: AVAILABILITY,
    titles: ['is not set for a closed cohort, also where it closes at that moment'],
  },
  {
    id: 'selling-tag-of-read',
    removes: 'that the instant of a read does not count for its tag',
    file: 'src/kernel/operations/representation.ts',
    from: "if (name === 'asOf') return undefined;",
    to: "if (name === '') return value;",
    tests: AVAILABILITY,
    titles: ['has a tag that changes with it, and not with the time'],
  },
];
