/** Members' names and external ids, and imports of people. */
const COMMIT = 'src/contexts/people-import/import-commit.service.ts';
const COMMIT_SPEC = 'test/people-import/commit-people-import.e2e-spec.ts';
const JUDGEMENT = 'src/contexts/people-import/row-judgement.ts';
const RULES = 'test/people-import/row-rules.e2e-spec.ts';

export default [
  {
    id: 'import-cohort-lock',
    removes: 'the lock on the cohorts in which an import enrolls',
    file: 'src/contexts/people-import/people-import.repository.ts',
    from: 'any(:cohorts::uuid[]) order by id for update`',
    to: 'any(:cohorts::uuid[]) order by id`',
    tests: COMMIT_SPEC,
    titles: ['leave the seats of a cohort exact'],
  },
  {
    id: 'import-once',
    removes: 'the check under the lock that an import is not committed yet',
    file: COMMIT,
    from: 'requireValidated(found, uow.now);',
    to: '',
    tests: COMMIT_SPEC,
    titles: ['is done once: 409 afterwards'],
  },
  {
    id: 'import-seats-of-rows',
    removes: 'the seats that earlier rows of the file take',
    file: JUDGEMENT,
    from: 'cohort.seats + (this.taken.seats.get(cohortId) ?? 0)',
    to: 'cohort.seats',
    tests: RULES,
    titles: ['gives its seats to the rows in their order'],
  },
  {
    id: 'import-detached',
    removes: 'the refusal of people who were detached',
    file: JUDGEMENT,
    from: 'account !== undefined && facts.detached.has(account)',
    to: 'false',
    tests: RULES,
    titles: ['unless reattach is set: member_detached'],
  },
  {
    id: 'external-id-check',
    removes: 'the check that no other active member has the external id',
    file: 'src/contexts/identity/member/member.service.ts',
    from: 'if (details.externalId) await',
    to: 'if (false) await',
    tests: 'test/identity/member-details.e2e-spec.ts',
    titles: ['belongs to one active member of an organization'],
  },
  {
    id: 'search-words-follow',
    removes: 'the replacement of the search words when a name changes',
    file: 'src/contexts/identity/member/member.service.ts',
    from: 'if (details.name !== undefined) replaceMemberWords(uow, described);',
    to: '',
    tests: 'test/identity/member-search.e2e-spec.ts',
    titles: ['follows a change of the name'],
  },
];
