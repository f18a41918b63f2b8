/** Outcomes: who records what, which values are taken, and which entries count. */
const SERVICE = 'src/contexts/outcomes/outcome-entry/outcome-entry.service.ts';
const REPOSITORY = 'src/contexts/outcomes/outcome-entry/outcome-entry.repository.ts';
const OPERATIONS = 'src/contexts/outcomes/outcome-entry/outcome-entry.operations.ts';
const MEASURES = 'src/contexts/outcomes/outcome-measure/outcome-measure.dto.ts';
const ENTRIES_SPEC = 'test/outcomes/outcome-entries.e2e-spec.ts';
const MEASURES_SPEC = 'test/outcomes/outcome-measures.e2e-spec.ts';
const BY_PERSON =
  'is recorded by the person enrolled as a reading of a measure that they report, whatever role they have';

export default [
  {
    id: 'outcome-self-report',
    removes: 'the refusal of a measure that the person enrolled does not report',
    file: SERVICE,
    from: 'if (enrollment.isOwn && !measure.selfReport) throw decidesOnOneself();',
    to: '',
    tests: ENTRIES_SPEC,
    titles: [BY_PERSON],
  },
  {
    id: 'outcome-own-target',
    removes: 'the refusal of a target by the person enrolled',
    file: OPERATIONS,
    from: "({ kind }) => kind === 'reading'",
    to: 'true',
    tests: ENTRIES_SPEC,
    titles: [BY_PERSON],
  },
  {
    id: 'outcome-void-counts',
    removes: 'the look at voided entries',
    file: REPOSITORY,
    from: "and i.kind = '${kind}' and i.voided_at is null",
    to: "and i.kind = '${kind}'",
    tests: ENTRIES_SPEC,
    titles: [
      'go by the time of measurement, then by that of recording; voided entries do not count and stay in the history',
    ],
  },
  {
    id: 'outcome-archival-waits',
    removes: 'the lock that an archival of the measure waits for',
    file: REPOSITORY,
    from: 'for key share`',
    to: '`',
    tests: ENTRIES_SPEC,
    titles: ['is refused once the measure is archived, by whoever waited for the archival'],
  },
  {
    id: 'outcome-entry-lock',
    removes: 'the exclusive lock under which entries are counted',
    file: REPOSITORY,
    from: 'for no key update of e',
    to: 'for key share of e',
    tests: ENTRIES_SPEC,
    titles: ['is counted after one that is being recorded'],
  },
  {
    id: 'outcome-decimal-places',
    removes: 'the limit on decimal places',
    file: MEASURES,
    from: 'decimalOf(value).places > decimals',
    to: 'decimalOf(value).places > 400',
    tests: MEASURES_SPEC,
    titles: ['has bounds in its decimal places, the lower one first'],
  },
];
