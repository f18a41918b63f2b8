import type { QueryRunner } from 'typeorm';

/**
 * The privileges of the service's role by table, which are exactly those that its statements use: see
 * test/kernel/privileges.e2e-spec.ts. It has none on a table that is not listed, such as `migrations`.
 */
const PRIVILEGES: Readonly<Record<string, readonly string[]>> = {
  'select, insert': [
    'accounts',
    'audit_entries',
    'enrollment_notes',
    'events',
    'live_session_cohorts',
    'media',
    'organizations',
    'program_status_changes',
    'submission_reviews',
  ],
  'select, insert, update': [
    'api_key_usages',
    'api_keys',
    'attendances',
    'blockers',
    'coaching_sessions',
    'cohorts',
    'deliverables',
    'enrollments',
    'group_memberships',
    'groups',
    'interventions',
    'live_sessions',
    'member_tasks',
    'members',
    'programs',
    'responsibilities',
    'submissions',
    'video_resources',
    'webhook_subscriptions',
  ],
  'select, insert, delete': ['video_resource_videos', 'webhook_delivery_attempts'],
  'select, insert, update, delete': [
    'cohort_phases',
    'event_outbox',
    'idempotency_keys',
    'webhook_budgets',
    'webhook_deliveries',
  ],
};

/** Grants the privileges to a role, and revokes every other one on the tables of the schema. */
export async function grantPrivileges(runner: QueryRunner, role: string): Promise<void> {
  const grantee = `"${role.replaceAll('"', '""')}"`;
  await runner.query(`grant usage on schema public to ${grantee}`);
  await runner.query(`revoke all on all tables in schema public from ${grantee}`);
  for (const [privileges, tables] of Object.entries(PRIVILEGES)) {
    await runner.query(`grant ${privileges} on ${tables.join(', ')} to ${grantee}`);
  }
}
