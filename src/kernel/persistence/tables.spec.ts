import { describe, expect, it } from '@jest/globals';
import { claimName } from './statement.js';
import { Tables } from './tables.js';

const tables = new Tables({
  owner: 'spec',
  owns: { spec_rows: 'select, insert, update, delete' },
  reads: ['spec_readable'],
});

describe('a statement', () => {
  it.each([
    ['names a parameter that nothing binds', {}, 'select 1 from spec_rows where id = :id', 'nothing binds :id'],
    ['does not use a declared parameter', { id: 'uuid' }, 'select 1 from spec_rows', 'does not use :id'],
    ['reads a table that is not declared', {}, 'select 1 from spec_secret', 'reads spec_secret'],
    ['writes a table that it may only read', {}, 'delete from spec_readable', 'writes spec_readable'],
  ] as const)('that %s is refused when it is declared', (title, parameters, sql, problem) => {
    expect(() => tables.statement(title.slice(0, 40), parameters, sql)).toThrow(problem);
  });

  it('of a name that PostgreSQL would cut off is refused when it is declared', () => {
    expect(() => tables.statement('é'.repeat(32), {}, 'select 1')).toThrow('longer than 63 bytes');
  });

  it('with the name of another one is refused when it is declared, and its own again is not', () => {
    tables.statement('spec_named_once', {}, 'select 1');
    expect(() => tables.statement('spec_named_once', {}, 'select 1')).not.toThrow();
    expect(() => tables.statement('spec_named_once', {}, 'select 2')).toThrow('another one has the name');
  });

  it('with the name of a statement on rows by id is refused', () => {
    claimName('lock_spec_rows', 'select id from spec_rows for update');
    expect(() => tables.statement('lock_spec_rows', {}, 'select 1')).toThrow('another one has the name');
  });

  const find = tables.statement('spec_find', { id: 'uuid' }, 'select 1 where :organization = :id');

  it('is encoded in the order of its places', () => {
    expect(find.encode({ id: 'x' }, 'o')).toEqual(['o', 'x']);
  });

  it.each([
    ['a value', {}, 'o', 'without :id'],
    ['its organization', { id: 'x' }, undefined, 'without :organization'],
  ])('is not run without %s', (_, values, organization, problem) => {
    expect(() => find.encode(values, organization)).toThrow(problem);
  });

  it('is not run with a value that it does not take', () => {
    expect(() => find.encode({ id: 'x', other: 1 }, 'o')).toThrow('does not take');
  });
});

it('the tables of one owner are declared once', () => {
  expect(() => new Tables({ owner: 'spec', owns: {} })).toThrow('declared twice');
});
