import type { Response } from 'supertest';
import type { PeopleImport } from '#contexts/people-import/people-import.dto.js';
import type { PeopleImportRow } from '#contexts/people-import/person-row.dto.js';
import type { School } from '../support/school.js';

export type Row = Record<string, unknown>;

export const create = (school: School, body: object): Promise<Response> =>
  school.owner.client.post('/people-imports', body);

export const commit = (school: School, id: string, body: object = {}): Promise<Response> =>
  school.owner.client.post(`/people-imports/${id}/commit`, body);

/** Creates an import of the rows, which must be accepted as a request. */
export async function created(school: School, rows: Row[] | string, more: object = {}): Promise<PeopleImport> {
  const response = await create(school, { ...(typeof rows === 'string' ? { csv: rows } : { rows }), ...more });
  if (response.status !== 201) throw new Error(response.text);
  return (response.body as { data: PeopleImport }).data;
}

export async function committed(school: School, id: string, body: object = {}): Promise<PeopleImport> {
  const response = await commit(school, id, body);
  if (response.status !== 200) throw new Error(response.text);
  return (response.body as { data: PeopleImport }).data;
}

/** All rows of an import. */
export async function rowsOf(school: School, id: string, query = ''): Promise<PeopleImportRow[]> {
  const rows: PeopleImportRow[] = [];
  let cursor: string | null = null;
  do {
    const page: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response = await school.owner.client.get(`/people-imports/${id}/rows?limit=100${page}${query}`);
    const { items, nextCursor } = (response.body as { data: { items: PeopleImportRow[]; nextCursor: string | null } })
      .data;
    rows.push(...items);
    cursor = nextCursor;
  } while (cursor !== null);
  return rows;
}

/** The plan of a row in short: `create/none/none`. */
export const planOf = ({ plan }: PeopleImportRow): string => `${plan.member}/${plan.enrollment}/${plan.coach}`;

export const codesOf = ({ issues }: PeopleImportRow): string[] => issues.map(({ field, code }) => `${field} ${code}`);
