/** Erasures: who decides, and that nothing of the person stays. */
const SPEC = 'test/erasures/erasures.e2e-spec.ts';
const CANARY = 'test/erasures/canary.e2e-spec.ts';
const NOWHERE = [
  'leaves the person’s texts nowhere: not in the database, exports, replays or the log; counts stay, and other organizations',
];

export default [
  {
    id: 'erasure-second-person',
    removes: 'the second person who approves an erasure',
    file: 'src/contexts/erasures/erasure.service.ts',
    from: 'approvedBy === erasure.requestedBy &&',
    to: 'approvedBy === erasure.id &&',
    tests: SPEC,
    titles: ['is not approved by its requester, nor by an ADMIN; a lone OWNER without ADMINs approves their own'],
  },
  {
    id: 'erasure-of-results',
    removes: 'the end of replays of what was erased',
    file: 'src/kernel/idempotency/idempotency.store.ts',
    from: `if (isErased(first.result))`,
    to: 'if (isErased(undefined))',
    tests: CANARY,
    titles: NOWHERE,
  },
  {
    id: 'erasure-resumed',
    removes: 'the record of steps that are done',
    file: 'src/contexts/erasures/erasures.job.ts',
    from: 'if (done.has(step.name)) continue;',
    to: 'if (done.has(step.name)) done.size;',
    tests: SPEC,
    titles: ['goes on after a crash with the first step that is not recorded'],
  },
];
