/**
 * It declares tables and an entity of its own.
 *
 * @isolated
 */

import { describe, expect, it } from '@jest/globals';
import { Column, Entity } from 'typeorm';
import { ListOrder, newestFirst } from '../lists/list-order.js';
import type { PageSql } from './list.js';
import { claimName } from './statement.js';
import { Tables } from './tables.js';
import { TenantEntity } from './tenant-entity.js';

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

@Entity({ name: 'spec_rows' })
class SpecEntity extends TenantEntity {
  @Column({ type: 'text' }) kind: string;
  @Column({ type: 'timestamptz', nullable: true }) dueAt: Date | null;
}

describe('a list', () => {
  it.each([
    ['filter', { filters: { secret: ['uuid', 'exists (select 1 from spec_secret s where s.id = :secret)'] } }],
    ['flag', { filters: { odd: ['flag', 'item.id in (select s.id from spec_secret s)'] } }],
    ['condition on all rows', { where: 'exists (select 1 from spec_secret)' }],
  ] as const)('whose %s reads a table that is not declared is refused when it is declared', (title, narrowing) => {
    const declaring = () => tables.list(`spec_${title.slice(0, 6)}`, { rows: SpecEntity, ...(narrowing as object) });
    expect(declaring).toThrow('reads spec_secret');
  });

  it('whose filter names a parameter that nothing binds is refused when it is declared', () => {
    const filters = { kind: ['text', 'item.kind = :kind and item.id = :other'] } as const;
    expect(() => tables.list('spec_unbound', { rows: SpecEntity, filters })).toThrow('nothing binds :other');
  });

  it('of an SQL query is held to the same rules', () => {
    const sql = (page: PageSql) =>
      `select id from spec_rows where true${page.conditions}${page.applies('odd') ? ' and id in (select id from spec_secret)' : ''}
       ${page.orderAndLimit}`;
    const filters = { odd: ['flag'] } as const;
    const order = newestFirst('id', 'id');
    expect(() => tables.list('spec_sql', { filters, order, sql })).toThrow('reads spec_secret');
  });

  const list = tables.list('spec_list', {
    rows: SpecEntity,
    of: ['id'],
    by: ['kind'],
    filters: { late: ['flag', 'item.due_at is null'] },
    order: { asc: ['dueAt', 'id'] },
  });
  const id = '01890000-0000-7000-8000-000000000000';

  it('has a statement for each combination of filters, which is compiled once', () => {
    const { statement, values } = list.ask({ id, kind: 'level', limit: 5 });
    expect(statement.text).toBe(
      'select item.organization_id as "organizationId", item.id as "id", item.kind as "kind", item.due_at as "dueAt" ' +
        'from spec_rows item where item.organization_id = $1 and item.id = $2 and item.kind = $3 ' +
        'order by item.due_at asc, item.id asc limit $4::integer',
    );
    expect(values).toEqual({ id, kind: 'level', limit: 6 });
    expect(list.ask({ id, kind: 'other' }).statement).toBe(statement);
    expect(list.ask({ id, late: false }).statement).toBe(list.ask({ id }).statement);
    expect(list.ask({ id, late: true }).statement.text).toContain('item.due_at is null');
  });

  it('begins a page after the place in its cursor', () => {
    const dueAt = new Date('2030-01-01T00:00:00.000Z');
    const row = { organizationId: id, id, kind: 'level', dueAt };
    const { items, nextCursor } = list.page([row, row], { limit: 1 });
    expect(items).toEqual([row]);
    const { statement, values } = list.ask({ id, cursor: nextCursor ?? '' });
    expect(statement.text).toContain('and (item.due_at, item.id) > ($3::timestamptz, $4::uuid)');
    expect(values).toMatchObject({ place0: dueAt.toISOString(), place1: id });
    expect(() => list.ask({ id, cursor: 'x' })).toThrow('The request is invalid.');
  });
});

it('keys of two directions are compared one after the other', () => {
  const order = new ListOrder([
    { property: 'at', direction: 'desc', type: 'timestamptz', sql: 'at' },
    { property: 'kind', direction: 'asc', type: 'text', sql: 'kind', of: ['a', 'b'] },
    { property: 'id', direction: 'asc', type: 'uuid', sql: 'id' },
  ]);
  expect(order.after()).toBe(
    '(at) <= (:place0::timestamptz) and ((at) < (:place0::timestamptz) or (kind, id) > (:place1::text, :place2::uuid))',
  );
  expect(order.orderBy).toBe('order by at desc, kind asc, id asc');
});

it('the tables of one owner are declared once', () => {
  expect(() => new Tables({ owner: 'spec', owns: {} })).toThrow('declared twice');
});
