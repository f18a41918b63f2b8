import type { FieldIssue } from '#kernel/errors';
import { type CrossChecked, Flag, Instant, LooseList, Nested, OneOf, Text, Title, Uuid, Shown } from '#kernel/fields';
import { MATCH_KEYS, type MatchKey, PeopleImportCounts } from './import-plan.js';
import { IMPORT_STATUSES } from './people-import.entity.js';
import { PersonRowRequest } from './person-row.dto.js';

export const MAX_ROWS = 500;
const MAX_CSV_LENGTH = 150_000;

export class CreatePeopleImportRequest implements CrossChecked {
  @Title({ optional: true, nullable: true, min: 1, max: 100, description: 'What the import is called' })
  label?: string | null;

  @LooseList(() => PersonRowRequest, {
    optional: true,
    minItems: 1,
    maxItems: MAX_ROWS,
    description: 'One for each person. An invalid field is an issue of its row and does not refuse the request',
  })
  rows?: readonly PersonRowRequest[];

  @Text({
    optional: true,
    nullable: true,
    min: 1,
    max: MAX_CSV_LENGTH,
    description:
      'The rows as CSV by RFC 4180, separated by commas or semicolons, with a header row. Columns: the fields of a row; ' +
      "also OneRoster's sourcedId, givenName and familyName, role, and status. Others are ignored",
    example: null,
  })
  csv?: string | null;

  @Uuid({ optional: true, nullable: true, description: 'The cohort of rows without their own' })
  cohortId?: string | null;

  @OneOf(['pending', 'active'], { optional: true, description: 'Of rows without their own. Default: active' })
  enrollmentStatus?: 'pending' | 'active';

  @OneOf(MATCH_KEYS, {
    optional: true,
    description: 'By what a row finds a member. Default: email. A row without an externalId is matched by its address',
  })
  matchBy?: MatchKey;

  @Flag({ optional: true, description: 'Add detached people again, as new members. Default: false' })
  reattach?: boolean;

  crossIssues(): FieldIssue[] {
    const hasCsv = (this.csv ?? null) !== null;
    if (hasCsv === (this.rows === undefined)) return [];
    return [
      hasCsv
        ? { field: 'csv', issue: 'must be absent with rows' }
        : { field: 'rows', issue: 'is required without csv' },
    ];
  }
}

export class CommitPeopleImportRequest {
  @OneOf(['skip', 'stop'], {
    optional: true,
    description: 'What to do if a row is refused. skip (the default): commit the others. stop: change nothing, 409',
  })
  onRefusal?: 'skip' | 'stop';
}

export class PeopleImport {
  @Uuid({ description: 'Import identifier' }) id: string;
  @Shown(CreatePeopleImportRequest, 'label') label: string | null;

  @OneOf(IMPORT_STATUSES, { description: 'expired: not committed or discarded within 24 hours' })
  status: string;

  @Nested(() => PeopleImportCounts, { description: 'What a commit would do; once committed, what it did' })
  counts: PeopleImportCounts;

  @Uuid({ description: 'The account that created it' }) createdBy: string;
  @Instant({ description: 'Creation time, UTC' }) createdAt: string;
  @Instant({ description: 'Until when it can be committed, UTC. Its rows are removed 30 days later' })
  expiresAt: string;
  @Instant({ nullable: true, description: 'Commit time, UTC', example: null }) committedAt: string | null;
}
