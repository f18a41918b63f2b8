/** Files of exports: who reads them, and what a spreadsheet does with them. */
const SPEC = 'test/exports/exports.e2e-spec.ts';
const STATEMENTS = 'src/contexts/exports/exports.statements.ts';

export default [
  {
    id: 'export-formula',
    removes: 'the apostrophe before what a spreadsheet would run',
    file: 'src/contexts/exports/export-file.ts',
    from: 'FORMULA.test(text)',
    to: 'text === FORMULA.source',
    tests: SPEC,
    titles: ['runs no text as a formula in CSV, and leaves it verbatim in JSONL; numbers and dates are as they are'],
  },
  {
    id: 'export-link-expiry',
    removes: 'the end of a link',
    file: STATEMENTS,
    from: 'l.expires_at > :now',
    to: ':now is not null',
    tests: SPEC,
    titles: ['is shown once, absolute, valid for 15 minutes, and stored as a hash'],
  },
  {
    id: 'export-link-owner',
    removes: 'the check that whoever made a link may still read the file',
    file: STATEMENTS,
    from: `m.status = 'active' and m.role in ('OWNER', 'ADMIN')`,
    to: 'true',
    tests: SPEC,
    titles: ['that is unknown, over or of somebody who may not make it any more is the same 404'],
  },
  {
    id: 'export-semicolons',
    removes: 'the quotes around a text with a semicolon, which some programs take for a separator',
    file: 'src/contexts/exports/export-file.ts',
    from: 'const TO_QUOTE = /[",;\\t\\r\\n]/;',
    to: 'const TO_QUOTE = /[",\\r\\n]/;',
    tests: SPEC,
    titles: ['runs no text as a formula in CSV, and leaves it verbatim in JSONL; numbers and dates are as they are'],
  },
  {
    id: 'export-person-hashes',
    removes: 'the omission of hashes from the file of a person',
    file: 'src/contexts/exports/export-rows.ts',
    from: "const HASHES = '{secret_hash,token_hash}';",
    to: "const HASHES = '{}';",
    tests: SPEC,
    titles: ['of a person has what is stored about all of their memberships here, and nothing of others'],
  },
];
