import { setImmediate as nextTurn } from 'node:timers/promises';
import { checked } from '#kernel/fields';
import { rowIssue, type PersonRow, type RowIssue } from './import-plan.js';
import { PersonRowRequest } from './person-row.dto.js';

/** Rows that are checked in one turn of the event loop. */
const TURN_ROWS = 50;

/** A row before its fields are checked. */
export interface RawRow {
  values?: object;
  /** True for a CSV row whose number of cells differs from that of the header row. */
  isRagged?: true;
  /** OneRoster's columns that no field is made from. */
  roster?: { role?: string; status?: string };
}

/** The rows with their issues. The requests of others are served between two turns. */
export async function readRows(raw: readonly RawRow[]): Promise<ReturnType<typeof readRow>[]> {
  const rows: ReturnType<typeof readRow>[] = [];
  for (const row of raw) {
    if (rows.length > 0 && rows.length % TURN_ROWS === 0) await nextTurn();
    rows.push(readRow(row));
  }
  return rows;
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
