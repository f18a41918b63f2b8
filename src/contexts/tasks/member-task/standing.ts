/** How a published or completed task stands, by its latest submission. */
export const STANDINGS = ['not_handed_in', 'overdue', 'pending_review', 'changes_requested', 'accepted'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The latest submission `l` of the task `t`, if there is one, for FROM. */
export const LATEST_SUBMISSION = `left join lateral (
  select s.id, s.status, s.submitted_at from submissions s
  where s.organization_id = :organization and s.enrollment_id = t.enrollment_id and s.member_task_id = t.id
  order by s.id desc limit 1) l on true`;

/** The standing of the task `t` with the latest submission `l`. */
export const STANDING = `case when l.status = 'accepted' then 'accepted'
  when l.status = 'pending' then 'pending_review'
  when l.status = 'changes_requested' then 'changes_requested'
  when t.status = 'published' and t.due_at < :now::timestamptz then 'overdue'
  else 'not_handed_in' end`;

/** SQL: whether a deadline extension moved the deadline of the task `t`. */
export const EXTENDED = `exists (
  select 1 from deadline_extension_tasks x
  where x.organization_id = :organization and x.member_task_id = t.id)`;
