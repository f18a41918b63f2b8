const SERVICE = 'src/contexts/forms/response/form-response.service.ts';
const READER = 'src/contexts/forms/response/form-response.reader.ts';
const FORMS = 'test/forms/forms.e2e-spec.ts';
const RESPONSES = 'test/forms/form-responses.e2e-spec.ts';

/** Versions of forms, and who answers them when. */
export default [
  {
    id: 'forms-published-keys',
    removes: 'the meaning that a key was published with',
    file: 'src/contexts/forms/form/form.service.ts',
    from: 'const publishedKeys = withPublishedKeys(form.publishedKeys, form.draft);',
    to: 'const publishedKeys = withPublishedKeys({}, form.draft);',
    tests: FORMS,
    titles: ['gives a key the meaning that it was published with'],
  },
  {
    id: 'forms-revision',
    removes: 'the comparison of the revision of a form',
    file: 'src/kernel/errors/refusals.ts',
    from: 'if (present === sent) return;',
    to: 'if (present >= sent) return;',
    tests: FORMS,
    titles: ['is changed and published by whoever has read its last revision'],
  },
  {
    id: 'forms-creation-lock',
    removes: 'the wait of a creation for those before it',
    file: 'src/contexts/forms/form/form.repository.ts',
    from: 'await uow.query(lockFirst);',
    to: 'void lockFirst;',
    tests: FORMS,
    titles: ['is one of 200 that are not archived'],
  },
  {
    id: 'forms-response-lock',
    removes: 'the reasons why a form cannot be answered now',
    file: SERVICE,
    from: 'if (lock) throw lockedError(lock.reason);',
    to: 'void [lock, lockedError];',
    tests: RESPONSES,
    titles: ['waits for the opening and ends with the closing'],
  },
  {
    id: 'forms-members-draft',
    removes: 'the secrecy of the draft of a member',
    file: READER,
    from: 'response: response && !isHidden ? await this.one(scope, response) : null,',
    to: 'response: response && (isHidden || !isHidden) ? await this.one(scope, response) : null,',
    tests: RESPONSES,
    titles: ['is seen by the person enrolled alone'],
  },
  {
    id: 'forms-own-file',
    removes: 'that a file is of the account which answers',
    file: SERVICE,
    from: 'const isOwn = found?.createdBy === uow.caller.accountId;',
    to: 'const isOwn = found !== undefined;',
    tests: RESPONSES,
    titles: ['refuses answers that do not fit their question'],
  },
  {
    id: 'forms-who-answers',
    removes: 'that the person enrolled answers where members do',
    file: SERVICE,
    from: "if (answeredBy === 'member' && !isOwn) throw forbidden('The person enrolled answers the form.');",
    to: 'void forbidden;',
    tests: RESPONSES,
    titles: ['is the person enrolled, or the staff about somebody else'],
  },
  {
    id: 'forms-redacted-results',
    removes: 'the erasure of first results with a redaction',
    file: 'src/contexts/forms/response/form-response.repository.ts',
    from: 'await eraseResultsOf(uow, SHOWING_ANSWERS, id, updatedAt);',
    to: 'void [eraseResultsOf, SHOWING_ANSWERS, updatedAt];',
    tests: RESPONSES,
    titles: ['loses texts, addresses, dates and files for good'],
  },
  {
    id: 'forms-replay',
    removes: 'the look at who sees the response of a replay',
    file: 'src/contexts/forms/response/form-response.policy.ts',
    from: 'if (found.length === 0) throw notFound();',
    to: 'void found;',
    tests: RESPONSES,
    titles: ['is in no replay for anybody else'],
  },
];
