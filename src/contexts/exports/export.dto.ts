import { NamedResources } from '#contexts/identity/identity.public.js';
import type { FieldIssue } from '#kernel/errors';
import {
  Field,
  Instant,
  Nested,
  OneOf,
  ServiceAddress,
  Shown,
  Text,
  type CrossChecked,
  type FieldOptions,
  Uuid,
  WholeNumber,
} from '#kernel/fields';
import type { NewRow } from '#kernel/persistence';
import {
  EXPORT_FAILURES,
  EXPORT_FORMATS,
  EXPORT_KINDS,
  EXPORT_STATUSES,
  type ExportEntity,
  type ExportFormat,
  type ExportKind,
  type ExportStatus,
} from './export.entity.js';
import { boundOf, periodIssue } from './export-period.js';

/** Kinds whose rows belong to no cohort. */
const WITHOUT_COHORT: readonly ExportKind[] = ['audit_entries', 'events', 'person'];

const isSent = (value: string | null | undefined): value is string => (value ?? null) !== null;

const Bound = (options: FieldOptions): PropertyDecorator =>
  Field({ type: 'string', example: '2026-11-01T00:00:00.000Z' }, periodIssue, {
    ...{ optional: true, nullable: true },
    ...options,
  });

export class RequestExportRequest implements CrossChecked {
  @OneOf(EXPORT_KINDS, { description: 'The rows. person: all that is stored about one member', example: 'members' })
  kind: ExportKind;
  @OneOf(EXPORT_FORMATS, { description: 'csv: RFC 4180, safe for spreadsheets. jsonl: a JSON object on each line' })
  format: ExportFormat;
  @Uuid({ optional: true, nullable: true, description: 'Only rows of this cohort', example: null })
  cohortId?: string | null;
  @Uuid({ optional: true, nullable: true, description: 'Only rows of cohorts of this program', example: null })
  programId?: string | null;
  @Uuid({
    optional: true,
    nullable: true,
    description: 'The member of kind person, all memberships included',
    example: null,
  })
  memberId?: string | null;
  @Bound({ description: 'Only rows created then or later; a date without a time begins at midnight UTC' })
  from?: string | null;
  @Bound({ description: 'Only rows created then or earlier; a date without a time is included', example: null })
  to?: string | null;

  crossIssues(): FieldIssue[] {
    const { kind, cohortId, programId, memberId, from, to } = this;
    const isPerson = kind === 'person';
    const absent = `must be absent with kind ${kind}`;
    const start = isSent(from) ? boundOf(from, 'from') : null;
    const end = isSent(to) ? boundOf(to, 'to') : null;
    const isOutOfPlace = (id: string | null | undefined) => isSent(id) && WITHOUT_COHORT.includes(kind);
    return [
      ...(isOutOfPlace(cohortId) ? [{ field: 'cohortId', issue: absent }] : []),
      ...(isOutOfPlace(programId) ? [{ field: 'programId', issue: absent }] : []),
      ...(isPerson && !isSent(memberId) ? [{ field: 'memberId', issue: 'is required with kind person' }] : []),
      ...(!isPerson && isSent(memberId) ? [{ field: 'memberId', issue: absent }] : []),
      ...(start && end && start > end ? [{ field: 'to', issue: 'must not be before from' }] : []),
    ];
  }
}

export class ExportFilters {
  @Shown(RequestExportRequest, 'cohortId') cohortId: string | null;
  @Shown(RequestExportRequest, 'programId') programId: string | null;
  @Shown(RequestExportRequest, 'memberId') memberId: string | null;
  @Shown(RequestExportRequest, 'from') from: string | null;
  @Shown(RequestExportRequest, 'to') to: string | null;
}

export class Export {
  @Uuid({ description: 'Export identifier' }) id: string;
  @Shown(RequestExportRequest, 'kind') kind: string;
  @Shown(RequestExportRequest, 'format') format: string;
  @Nested(() => ExportFilters, { description: 'As sent' }) filters: ExportFilters;
  @OneOf(EXPORT_STATUSES, { description: 'pending, running, then ready or failed; expired after seven days' })
  status: string;
  @WholeNumber({ nullable: true, description: 'Rows, without the header' }) rowCount: number | null;
  @WholeNumber({ nullable: true, description: 'Size of the file in bytes' }) byteSize: number | null;
  @Text({ nullable: true, description: 'SHA-256 of the file, hexadecimal' }) sha256: string | null;
  @Instant({ nullable: true, description: 'The instant of the rows, UTC' }) asOf: string | null;
  @Uuid({ description: 'Requesting account' }) requestedBy: string;
  @Text({ nullable: true, description: 'Display name of the requesting account' }) requestedByName: string | null;
  @Instant({ description: 'Request time, UTC' }) createdAt: string;
  @Instant({ nullable: true, description: 'When the file became ready, UTC' }) readyAt: string | null;
  @Instant({ nullable: true, description: 'When the file is removed, UTC' }) expiresAt: string | null;
  @OneOf(EXPORT_FAILURES, {
    nullable: true,
    description: 'too_large: more than 1,000,000 rows or 200 MB',
    example: null,
  })
  failure: string | null;
}

export class ExportLink {
  @ServiceAddress()
  @Text({
    nullable: true,
    description: 'Where the file is read, without a key; returned only once: null in a replay',
    example: 'https://api.example.com/files/AZjF0nsefE-dOl8Oayowm2XbS1kKx5v9TgQwE3rYuIoPaSdFgHjKlZ',
  })
  url: string | null;
  @Instant({ description: 'Until when, UTC: 15 minutes' }) expiresAt: string;
}

/** A file is gone when its time is over, also before the worker has removed it. */
export function statusOf({ status, expiresAt }: Pick<ExportEntity, 'status' | 'expiresAt'>, now: Date): ExportStatus {
  return status === 'ready' && expiresAt !== null && expiresAt <= now ? 'expired' : status;
}

export const EXPORTS = new NamedResources(Export, { requestedByName: 'requestedBy' });

/** The row with the status that it has now. */
export const shownAt =
  (now: Date) =>
  (row: NewRow<ExportEntity>): NewRow<ExportEntity> => ({
    ...row,
    status: statusOf(row, now),
  });
