import { checked } from '#kernel/operations';
import { rowIssue, type PersonRow, type RowIssue } from './import-plan.js';
import { PersonRowRequest } from './person-row.dto.js';

/** A row before its fields are checked. */
export interface RawRow {
  values?: object;
  /** Of a CSV row: its number of cells differs from that of the header row. */
  isRagged?: true;
  /** OneRoster's columns that no field is made from. */
  roster?: { role?: string; status?: string };
}

/** A row with its issues; an invalid field is null. */
export function readRow({ values = {}, isRagged, roster = {} }: RawRow): PersonRow & { ref: string | null } {
  const { request, issues } = checked(PersonRowRequest, values);
  const invalid = new Set(issues.map(({ field }) => field));
  const valid = <Value>(field: keyof PersonRowRequest, value: Value | undefined): Value | null =>
    invalid.has(field) ? null : (value ?? null);
  return {
    ref: valid('ref', request.ref),
    email: valid('email', request.email),
    name: valid('name', request.name),
    externalId: valid('externalId', request.externalId),
    cohortId: valid('cohortId', request.cohortId),
    enrollmentStatus: valid('enrollmentStatus', request.enrollmentStatus),
    coachEmail: valid('coachEmail', request.coachEmail),
    inputIssues: isRagged
      ? [rowIssue('row', 'ragged')]
      : [...issues.map(({ field, issue }) => rowIssue(field, 'invalid', issue)), ...rosterIssues(roster)],
  };
}

function rosterIssues({ role, status }: Required<RawRow>['roster']): RowIssue[] {
  const issues: RowIssue[] = [];
  if (role !== undefined && role.trim().toLowerCase() !== 'student') issues.push(rowIssue('role', 'not_student'));
  if (status?.trim().toLowerCase() === 'tobedeleted') issues.push(rowIssue('status', 'to_be_deleted'));
  return issues;
}
