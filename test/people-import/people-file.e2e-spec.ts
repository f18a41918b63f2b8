import { describe, expect, it } from '@jest/globals';
import { useSchool } from '../support/use-school.js';
import { codesOf, committed, create, created, planOf, rowsOf } from './import-answers.js';

const { school } = useSchool();

const refused = async (csv: string): Promise<unknown[]> => {
  const { status, body } = await create(school, { csv });
  return [status, (body.details as { field: string }[])[0]?.field];
};

describe('a CSV file', () => {
  it('has a header row, quotes by RFC 4180, any line ends and a byte order mark', async () => {
    const csv =
      '\ufeffname,email,externalId,ref,notes\r\n' +
      '"Lovelace, ""Ada""",ada@example.com,S-1,2,ignored\n' +
      '\n' +
      ',,,,\r\n' +
      'Grace Hopper, GRACE@example.com ,,3,\r\n';
    const rows = await rowsOf(school, (await created(school, csv)).id);
    expect(rows.map(({ index, ref, email, name, externalId }) => [index, ref, email, name, externalId])).toEqual([
      [0, '2', 'ada@example.com', 'Lovelace, "Ada"', 'S-1'],
      [1, '3', 'grace@example.com', 'Grace Hopper', null],
    ]);
  });

  it.each(['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'inputIssues', 'ROSTER'])(
    'ignores a column named %s',
    async (column) => {
      const csv = `email,${column},name\nada@example.com,x,Ada\n`;
      const [row] = await rowsOf(school, (await created(school, csv)).id);
      expect([row.email, row.name, codesOf(row)]).toEqual(['ada@example.com', 'Ada', []]);
      const rows = JSON.parse(`[{"email":"ada@example.com","name":"Ada","${column}":{"x":1}}]`) as object[];
      const [listed] = await rowsOf(school, (await created(school, rows as never)).id);
      expect([listed.email, listed.name, codesOf(listed)]).toEqual(['ada@example.com', 'Ada', []]);
    },
  );

  it('is separated by semicolons where its header row is', async () => {
    const rows = await rowsOf(school, (await created(school, '"email";"name"\nada@example.com;Lovelace, Ada\n')).id);
    expect(rows).toMatchObject([{ email: 'ada@example.com', name: 'Lovelace, Ada' }]);
  });

  it('takes the columns of OneRoster; a person to be deleted is refused, and nobody is removed', async () => {
    const member = await school.person();
    const csv = [
      'sourcedId,status,role,givenName,familyName,email',
      'S-1,active,student,Ada,Lovelace,ada@example.com',
      'S-2,,Student,Grace,,grace@example.com',
      'S-3,active,teacher,Alan,Turing,alan@example.com',
      `S-4,tobedeleted,student,Old,Member,${member.accountId}@example.com`,
    ].join('\n');
    const { id } = await created(school, csv);
    await committed(school, id);
    const rows = await rowsOf(school, id);
    expect(rows.map((row) => [row.externalId, row.name, planOf(row), ...codesOf(row)])).toEqual([
      ['S-1', 'Ada Lovelace', 'create/none/none'],
      ['S-2', 'Grace', 'create/none/none'],
      ['S-3', 'Alan Turing', 'refuse/none/none', 'role not_student'],
      ['S-4', 'Old Member', 'refuse/none/none', 'status to_be_deleted'],
    ]);
    const { body } = await school.owner.client.get(`/members/${member.memberId}`);
    expect(body.data.status).toBe('active');
  });

  it('with a row of too few or too many cells has an issue in that row alone', async () => {
    const csv = 'email,name\nada@example.com\ngrace@example.com,Grace\nalan@example.com,Turing,Alan\n';
    const rows = await rowsOf(school, (await created(school, csv)).id);
    expect(rows.map(codesOf)).toEqual([['row ragged'], [], ['row ragged']]);
    expect(rows[0]).toMatchObject({ email: null, name: null });
  });

  it('stores formula text as it is', async () => {
    const name = '=HYPERLINK("https://example.com";"Ada")';
    const csv = `email,name\nada@example.com,"${name.replaceAll('"', '""')}"\ngrace@example.com,+1\n`;
    const { id } = await created(school, csv);
    await committed(school, id);
    const rows = await rowsOf(school, id);
    expect(rows.map((row) => row.name)).toEqual([name, '+1']);
    expect((await school.owner.client.get(`/members/${rows[0].memberId}`)).body.data.name).toBe(name);
  });

  it.each([
    ['no text', ''],
    ['only blank lines', '\n\n \n'],
    ['no row', 'email,name\n'],
    ['no header row', 'ada@example.com,Ada\n'],
    ['a quote that is not closed', 'email,name\nada@example.com,"Ada\n'],
    ['a quote within a cell', 'email,name\nada@example.com,A"da\n'],
    ['text after a quoted cell', 'email,name\nada@example.com,"Ada"x\n'],
    ['a column twice', 'email,name,Email\nada@example.com,Ada,x\n'],
    ['501 rows', `email,name\n${'ada@example.com,Ada\n'.repeat(501)}`],
    ['150,001 characters', `email,name\n${'x'.repeat(150_001 - 11)}`],
    ['U+0000', 'email,name\nada@example.com,A\u0000da\n'],
  ])('is refused with %s, naming csv', async (_, csv) => {
    expect(await refused(csv)).toEqual([400, 'csv']);
  });

  it('is taken with 500 rows, and with 150,000 characters of three bytes each or written as escapes', async () => {
    const row = (n: number) => `p${n}@example.com,${'語'.repeat(100)}\n`;
    const rows = Array.from({ length: 500 }, (_, n) => row(n)).join('');
    const filler = '語'.repeat(150_000 - [...`email,name,notes\n${rows}`].length - 500);
    const csv = `email,name,notes\n${rows.replaceAll('\n', ',\n')}`.replace(/,\n$/, `,${filler}\n`);
    expect([...csv]).toHaveLength(150_000);
    expect((await created(school, csv)).counts).toMatchObject({ total: 500, create: 500, refused: 0 });
    const escaped = [...csv].map((one) =>
      one === '\n' ? '\\n' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const body = `{"csv":"${escaped.join('')}"}`;
    expect((await school.owner.client.post('/people-imports', body)).status).toBe(201);
  });
});

describe('the request', () => {
  it.each([
    ['rows', {}],
    ['csv', { rows: [{}], csv: 'email' }],
    ['cohortId', { rows: [{}], cohortId: '018f3b9e-0000-7000-8000-000000000000' }],
  ])('names %s as the field at fault in %j', async (field, body) => {
    const digest = await school.digest();
    const response = await create(school, body);
    const details = response.body.details as { field: string }[];
    expect([response.status, details.map((detail) => detail.field)]).toEqual([400, [field]]);
    expect(await school.digest()).toBe(digest);
  });
});
