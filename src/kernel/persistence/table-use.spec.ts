import { describe, expect, it } from '@jest/globals';
import { tablesOf } from './table-use.js';

describe('the tables that a statement names', () => {
  it.each([
    ['select 1 from groups g join programs p on p.id = g.program_id', ['groups', 'programs'], []],
    ['select (select name from cohorts c where c.id = g.id) from "groups" g', ['cohorts', 'groups'], []],
    ['select 1 from groups where id = $1 for update of groups skip locked', ['groups'], []],
    ['select 1 from groups where id = $1 for no key update', ['groups'], []],
    ['select a is distinct from b from groups', ['groups'], []],
    ['insert into groups (id) values ($1) on conflict (id) do update set name = excluded.name', [], ['groups']],
    ['insert into groups (id) select m.id from members m', ['members'], ['groups']],
    ['update groups g set name = c.name from cohorts c where c.id = g.id', ['cohorts'], ['groups']],
    ['delete from groups where id in (select id from cohorts)', ['cohorts'], ['groups']],
    ['delete from groups g using cohorts c where c.id = g.id', ['cohorts'], ['groups']],
    ['with gone as (delete from groups returning id) select id from gone', [], ['groups']],
    [
      'with recursive walk (id) as (select id from groups union all select w.id from walk w) select 1 from walk',
      ['groups'],
      [],
    ],
    ['select * from unnest($1::uuid[]) as wanted (id) cross join lateral (select 1 from notes) n', ['notes'], []],
    [`select 'from nowhere' -- join comments\n from notes`, ['notes'], []],
  ])('%s', (sql, reads, writes) => {
    expect(tablesOf(sql)).toEqual({ reads, writes });
  });
});
