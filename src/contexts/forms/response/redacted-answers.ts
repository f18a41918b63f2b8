/**
 * SQL: the answers of the row `t` without texts, addresses, dates and files, which become null; choices, numbers and consents
 * stay, so that results do.
 */
export const REDACTED_ANSWERS = `(
  select coalesce(jsonb_object_agg(q.question ->> 'key',
    case when q.question ->> 'kind' in ('choice', 'multi', 'scale', 'number', 'consent')
      then t.answers -> (q.question ->> 'key') else 'null' end), '{}')
  from form_versions v cross join lateral jsonb_array_elements(v.content -> 'questions') as q (question)
  where v.organization_id = :organization and v.id = t.form_version_id and t.answers ? (q.question ->> 'key'))`;
