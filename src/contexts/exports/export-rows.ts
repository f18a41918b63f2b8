import { camelCase } from './camel-case.js';
import { EXPORT_SOURCES } from './export-columns.js';
import type { ExportSource } from './export-source.js';
import type { ExportEntity, ExportFilter, ExportKind } from './export.entity.js';
import type { Cells } from './export-file.js';
import { boundOf } from './export-period.js';
import { exportTables } from './exports.tables.js';
import { PERSON_SOURCES, type PersonSource } from './person-sources.js';
import { FIRST_ID, type Parameters } from '#kernel/persistence';
import type { SnapshotSession } from '#kernel/work';

/** Rows at a time: what a process holds of an export does not grow with its rows. */
const BATCH = 500;
/** Columns of what opens something, which no file has. */
const HASHES = '{secret_hash,token_hash}';

const period = { since: 'timestamptz', until: 'timestamptz' } as const;
const inPeriod = (at: string): string =>
  `(:since::timestamptz is null or ${at} >= :since) and (:until::timestamptz is null or ${at} <= :until)`;

/** In order of ids, from the row after `after`. */
const BY_ID = `order by i.id limit ${BATCH}`;

function declareKind(kind: string, source: ExportSource) {
  const columns = Object.entries(source.columns).map(([name, sql]) => `${sql} as "${name}"`);
  const inCohort = source.ofEnrollment
    ? `(:cohort::uuid is null or c.id = :cohort) and (:program::uuid is null or c.program_id = :program)`
    : (source.where ?? 'true');
  const text = `select ${columns.join(', ')} from ${source.from}
    where i.organization_id = :organization and i.id > :after and ${inCohort} and ${inPeriod(source.at)} ${BY_ID}`;
  const hasCohort = inCohort.includes(':cohort');
  const hasNow = text.includes(':now');
  const parameters: Parameters = {
    ...{ after: 'uuid', ...period },
    ...(hasCohort && { cohort: 'uuid', program: 'uuid' }),
    ...(hasNow && { now: 'timestamptz' }),
  };
  const statement = exportTables.statement(`export_${kind}`, parameters, text).returning<Row>();
  return (session: SnapshotSession, after: string, { filter, now }: Selection) =>
    session.read(statement, {
      ...{ after, ...periodOf(filter) },
      ...(hasCohort && { cohort: filter.cohortId, program: filter.programId }),
      ...(hasNow && { now }),
    });
}

function declarePersonSource({ resource, table, where, at, hidden = "'{}'::text[]" }: PersonSource) {
  const statement = exportTables
    .statement(
      `export_person_${table}`,
      { after: 'uuid', account: 'uuid', ...period },
      `select '${resource}' as resource, i.id, ${at} as "createdAt", to_jsonb(i) - '${HASHES}'::text[] - (${hidden}) as data
       from ${table} i
       where i.organization_id = :organization and i.id > :after and ${where} and ${inPeriod(at)} ${BY_ID}`,
    )
    .returning<Row>();
  return async (session: SnapshotSession, after: string, { filter, account }: Selection) => {
    const rows = await session.read(statement, { after, account, ...periodOf(filter) });
    return rows.map(({ data, ...row }) => ({ ...row, data: camelCase(data as object) }));
  };
}

const findAccount = exportTables
  .statement(
    'find_account_to_export',
    { member: 'uuid' },
    `select m.account_id as account, a.email from members m join accounts a on a.id = m.account_id
     where m.organization_id = :organization and m.id = :member`,
  )
  .returning<{ account: string; email: string }>();

type Row = Cells & { id: string };
interface Selection {
  filter: ExportFilter;
  account: string | null;
  now: Date;
}
type Read = (session: SnapshotSession, after: string, selection: Selection) => Promise<Row[]>;

const kinds = new Map<string, Read>(
  Object.entries(EXPORT_SOURCES).map(([kind, source]) => [kind, declareKind(kind, source)]),
);
const person: readonly Read[] = PERSON_SOURCES.map(declarePersonSource);

export function columnsOf(kind: ExportKind): string[] {
  return kind === 'person' ? ['resource', 'id', 'createdAt', 'data'] : Object.keys(EXPORT_SOURCES[kind].columns);
}

/** Reads the rows of an export, batch by batch; the last batch is empty. */
export async function* exportRows(
  session: SnapshotSession,
  { kind, filters }: ExportEntity,
  now: Date,
): AsyncGenerator<Row[]> {
  const isPerson = kind === 'person';
  const found = isPerson ? await session.read(findAccount, { member: filters.memberId }) : [];
  const selection = { filter: filters, account: found.at(0)?.account ?? null, now };
  if (isPerson) yield found.map(({ account, email }) => accountRow(account, email));
  const reads = isPerson ? person : [kinds.get(kind)].flatMap((read) => read ?? []);
  for (const read of reads) {
    let after = FIRST_ID;
    for (;;) {
      const rows = await read(session, after, selection);
      yield rows;
      if (rows.length < BATCH) break;
      after = rows[rows.length - 1].id;
    }
  }
}

function accountRow(id: string, email: string): Row {
  return { resource: 'account', id, createdAt: null, data: { id, email } };
}

function periodOf({ from, to }: ExportFilter) {
  return { since: from === null ? null : boundOf(from, 'from'), until: to === null ? null : boundOf(to, 'to') };
}
