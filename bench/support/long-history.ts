import { uuid } from './ids.js';
import { addLargeCohort } from './large-cohort.js';
import type { Stage } from './stage.js';

/** What an enrollment has few of. */
const FEW = 300;

/** An enrollment, among a thousand others, with about as many timeline items. Returns its id. */
export async function addLongHistory(stage: Stage, items: number): Promise<string> {
  const { admin, organizationId, ownerAccountId } = stage;
  const cohortId = await addLargeCohort(stage, 1_000);
  const { rows } = await admin.query<{ id: string }>(
    'select id from enrollments where organization_id = $1 and cohort_id = $2 order by id desc limit 1',
    [organizationId, cohortId],
  );
  const [enrollmentId, taskId] = [rows[0].id, uuid()];
  const past = `now() - i * interval '1 minute'`;
  const account = `'${ownerAccountId}'::uuid`;
  const idOf = (table: string, number: string): string => `md5('${enrollmentId}${table}' || ${number})::uuid`;
  const add = (table: string, count: number, columns: Record<string, string>): Promise<unknown> =>
    admin.query(
      `insert into ${table} (organization_id, id, ${Object.keys(columns).join(', ')})
       select '${organizationId}'::uuid, ${idOf(table, 'i')}, ${Object.values(columns).join(', ')}
       from generate_series(1, ${count}) i`,
    );
  const enrollment_id = `'${enrollmentId}'::uuid`;
  const stamps = { created_by: account, created_at: past, updated_at: past };
  const tenth = items / 10;

  await admin.query('set session_replication_role = replica');
  await add('enrollment_notes', 2 * tenth, {
    enrollment_id,
    body: `repeat('A note ', 50)`,
    written_by: account,
    written_at: past,
  });
  await add('coaching_sessions', 2 * tenth, { enrollment_id, status: `'held'`, held_at: past, ...stamps });
  await add('blockers', tenth, {
    enrollment_id,
    title: `'Blocked'`,
    urgency: `'normal'`,
    status: `'resolved'`,
    opened_by: account,
    opened_at: past,
    resolved_by: account,
    resolved_at: past,
  });
  await add('enrollment_status_changes', tenth, {
    enrollment_id,
    position: 'i',
    from_status: `'active'`,
    to_status: `'paused'`,
    changed_by: account,
    changed_at: past,
  });
  await add('deliverables', 1, {
    member_task_id: `'${taskId}'::uuid`,
    title: `'Plan'`,
    accepted_formats: `'[]'::jsonb`,
    expected_reviewer_role: `'coach'`,
    status: `'active'`,
    created_at: past,
    updated_at: past,
  });
  await add('submissions', tenth, {
    deliverable_id: idOf('deliverables', '1'),
    member_task_id: `'${taskId}'::uuid`,
    enrollment_id,
    kind: `'link'`,
    url: `'https://example.com'`,
    status: `'pending'`,
    submitted_by: account,
    submitted_at: past,
  });
  const group = { name: `'Group'`, type: `'level'`, scope: `'organization'` };
  await add('groups', 1, { ...group, ...stamps });
  await add('group_memberships', tenth, {
    group_id: idOf('groups', '1'),
    enrollment_id,
    started_at: past,
    ended_at: past,
  });
  const task = { title: `'Task'`, status: `'completed'`, published_at: past, completed_at: past, ...stamps };
  await add('member_tasks', FEW, { enrollment_id, ...task });
  await add('interventions', FEW, {
    enrollment_id,
    reason: `'late'`,
    title: `'Call'`,
    channel: `'call'`,
    owner_account_id: account,
    due_at: past,
    expected_outcome: `'A date'`,
    status: `'planned'`,
    planned_by: account,
    planned_at: past,
  });
  await add('member_task_reopenings', tenth, {
    enrollment_id,
    member_task_id: idOf('member_tasks', '1'),
    completed_at: past,
    reopened_by: account,
    reopened_at: past,
  });
  await add('intervention_updates', tenth, {
    enrollment_id,
    intervention_id: idOf('interventions', '1'),
    updated_by: account,
    made_at: past,
  });
  const live = { title: `'Live'`, starts_at: past, ends_at: past, timezone: `'UTC'`, status: `'scheduled'` };
  await add('live_sessions', FEW, { ...live, ...stamps });
  await add('attendances', FEW, {
    live_session_id: idOf('live_sessions', 'i'),
    session_starts_at: past,
    enrollment_id,
    status: `'present'`,
    recorded_by: account,
    recorded_at: past,
  });
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
  return enrollmentId;
}
