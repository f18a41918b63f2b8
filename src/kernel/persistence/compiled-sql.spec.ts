import { describe, expect, it } from '@jest/globals';
import { compileSql } from './compiled-sql.js';

describe('SQL with named parameters', () => {
  it('gets numbers in the order of the names, the organization first and a repeated name once', () => {
    const { text, places } = compileSql('select 1 where id = :id and organization_id = :organization and id <> :id');
    expect(text).toBe('select 1 where id = $2 and organization_id = $1 and id <> $2');
    expect(places).toEqual(['organization', 'id']);
  });

  it.each([
    ['a cast', 'select :id::uuid, now()::date', 'select $1::uuid, now()::date'],
    ['a string literal', `select '12:30', 'it''s :not one', :id`, `select '12:30', 'it''s :not one', $1`],
    ['a quoted identifier', 'select ":id" from t where a = :id', 'select ":id" from t where a = $1'],
    ['a comment', 'select 1 -- at :noon\n where a = :id', 'select 1 -- at :noon\n where a = $1'],
  ])('leaves %s as it stands', (_, sql, text) => {
    expect(compileSql(sql)).toEqual({ text, places: ['id'] });
  });
});
