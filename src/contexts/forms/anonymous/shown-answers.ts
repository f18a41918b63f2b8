/** With fewer answers to a question, one could tell whose they are. */
export const SMALLEST_SAMPLE = 5;

/**
 * SQL: the anonymous answers of the organization that may be shown at `:now`, each by itself: of what is closed for good, to
 * questions with answers enough. Of a list each option is a row; a date is none, as results have none. They have no time of
 * their own: `submitted_at` is the end of the form.
 */
export const SHOWN_ANONYMOUS_ANSWERS = `
  select b.organization_id, case when o.n > 1 then md5(b.id || ' ' || o.n)::uuid else b.id end as id, a.form_id,
    a.id as form_assignment_id, a.cohort_id, a.program_id, jsonb_build_object(b.key, o.value) as answers,
    least(a.closed_at, a.closes_at) as submitted_at
  from anonymous_responses b
  join form_assignments a on a.organization_id = :organization and a.id = b.form_assignment_id
  join form_versions v on v.organization_id = :organization and v.id = a.form_version_id
  cross join lateral jsonb_array_elements(
    case when jsonb_typeof(b.answer) = 'array' then b.answer else jsonb_build_array(b.answer) end) with ordinality as o (value, n)
  where b.organization_id = :organization and (a.closed_at is not null or a.closes_at <= :now::timestamptz)
    and not jsonb_path_exists(v.content, '$.questions[*] ? (@.key == $key && @.kind == "date")', jsonb_build_object('key', b.key))
    and exists (
      select from anonymous_responses s
      where s.organization_id = :organization and s.form_assignment_id = a.id and s.key = b.key
      offset ${SMALLEST_SAMPLE - 1})`;
