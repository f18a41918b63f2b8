import { IMPORT_STATUSES } from './people-import.entity.js';
import { refusal, refusedUnless } from '#kernel/errors';
import { RECORDED_OF_NEW_ENROLLMENTS } from '#contexts/enrollments/enrollments.public.js';
import { administrators } from '#kernel/access';
import { Nested, Uuid } from '#kernel/fields';
import { PageQuery } from '#kernel/lists';
import { existing, resource } from '#kernel/operations';
import { declareEvent } from '#kernel/events';
import { CommitPeopleImportRequest, CreatePeopleImportRequest, PeopleImport } from './people-import.dto.js';
import { PeopleImportCounts } from './import-plan.js';
import { peopleImportTables } from './people-import.tables.js';
import { PeopleImportRow, PeopleImportRowsQuery } from './person-row.dto.js';

export const rowsRefused = refusal('rows_refused', 'onRefusal is stop, and rows are refused, which `details` names.');
const over = refusedUnless('import', ['validated'], IMPORT_STATUSES);

/** Enough for 150,000 characters of CSV, each written as a \u escape. */
const MAX_BODY_BYTES = 1024 * 1024;

class PeopleImportReference {
  @Uuid() peopleImportId: string;
}

class PeopleImportJudged extends PeopleImportReference {
  @Nested(() => PeopleImportCounts) counts: PeopleImportCounts;
}

const anyImport = existing('people import', peopleImportTables, 'people_imports');

const imports = resource({
  noun: 'people import',
  path: '/people-imports/:peopleImportId',
  response: PeopleImport,
  target: anyImport,
  read: administrators,
  write: administrators,
  permission: 'admin',
});

export const createPeopleImport = imports.create({
  summary: 'Validate a list of people',
  description:
    'Judges every row and adds nobody: a commit does that. A row names a person, optionally with a cohort to be enrolled ' +
    'in and the coach of the enrollment. An import only adds: it never changes a name, address, role or status, and ends ' +
    'nothing. New members have the role MEMBER. The body may have up to 1 MB.',
  body: CreatePeopleImportRequest,
  maxBodyBytes: MAX_BODY_BYTES,
  event: declareEvent('people_import.validated', 'A list of people was judged.', PeopleImportJudged),
  refusals: {
    400:
      'The Idempotency-Key is missing, the JSON is invalid, there are neither rows nor csv or both, the csv cannot be ' +
      'read, or cohortId does not exist in the organization.',
  },
});

export const listPeopleImports = imports.list({ query: PageQuery, description: 'Newest first, in any status.' });

export const getPeopleImport = imports.get({ description: 'Its status and counts; its rows are a list of their own.' });

export const listPeopleImportRows = imports.list({
  name: 'list_people_import_rows',
  path: '/people-imports/:peopleImportId/rows',
  parent: anyImport,
  query: PeopleImportRowsQuery,
  item: PeopleImportRow,
  summary: 'List the rows of a people import',
  description: 'In their order. Rows are removed 30 days after the import expires.',
});

export const commitPeopleImport = imports.command('commit', {
  leadsTo: 'committed',
  body: CommitPeopleImportRequest,
  description:
    'Judges each row again and does what its new plan says: adds the member, enrolls the person, assigns the coach. A row ' +
    'of which anything is refused is left out as a whole. What was done of each row can be listed afterwards.',
  event: declareEvent(
    'people_import.committed',
    'A list of people was added. Each addition also sends its own event.',
    PeopleImportJudged,
  ),
  alsoEvents: ['member.added', 'enrollment.created', 'responsibility.assigned', ...RECORDED_OF_NEW_ENROLLMENTS],
  reasons: [...over, rowsRefused],
});

export const discardPeopleImport = imports.command('discard', {
  leadsTo: 'discarded',
  description: 'The list cannot be committed any more.',
  event: declareEvent('people_import.discarded', 'A list of people was discarded.', PeopleImportReference),
  reasons: over,
});
