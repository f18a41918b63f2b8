/**
 * SQL that counts the answers (`key`, `value`) of a query: each value of the questions in `:valued`, where a list has
 * several, and of the others how many there are. Equal answers are counted before lists are taken apart.
 */
export const countingValues = (answers: string): string =>
  `select g.key, v.value #>> '{}' as value, sum(g.count)::integer as count
   from (
     select s.key, case when s.key = any(:valued::text[]) then s.value end as value, count(*) as count
     from (${answers}) s group by 1, 2) g
   cross join lateral jsonb_array_elements(
     case when jsonb_typeof(g.value) = 'array' then g.value else jsonb_build_array(g.value) end) as v (value)
   group by 1, 2`;
