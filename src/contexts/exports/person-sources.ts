/** A part of what is stored about one person: the resource, its table `i`, how it belongs to the person, and when it was created. */
export interface PersonSource {
  resource: string;
  table: string;
  where: string;
  at: string;
  /** SQL of the columns that are about somebody else, as `text[]`. */
  hidden?: string;
}

const MEMBERSHIPS = `array(select m.id from members m where m.organization_id = :organization and m.account_id = :account)`;
const ENROLLMENTS = `array(
  select e.id from enrollments e join members m on m.organization_id = :organization and m.id = e.member_id
  where e.organization_id = :organization and m.account_id = :account)`;
const TASKS = `array(
  select t.id from member_tasks t where t.organization_id = :organization and t.enrollment_id = any(${ENROLLMENTS}))`;
const SUBMISSIONS = `array(
  select s.id from submissions s where s.organization_id = :organization and s.enrollment_id = any(${ENROLLMENTS}))`;

const enrolled = (resource: string, table: string, at: string): PersonSource => ({
  ...{ resource, table, at: `i.${at}` },
  where: `i.enrollment_id = any(${ENROLLMENTS})`,
});

const ofMember = (resource: string, table: string, { member = 'member_id', at = 'created_at' } = {}): PersonSource => ({
  ...{ resource, table, at: `i.${at}` },
  where: `i.${member} = any(${MEMBERSHIPS})`,
});

const ADDRESS = '(select a.email from accounts a where a.id = :account)';
const PROSPECTS = `(select p.id from prospects p where p.organization_id = :organization and p.email = ${ADDRESS})`;
const bought = (sale: string) => `(${sale}.participant_email = ${ADDRESS} or ${sale}.prospect_id in ${PROSPECTS})`;
const ofSales = (resource: string, table: string): PersonSource => ({
  ...{ resource, table, at: 'i.created_at' },
  where: `i.sale_id in (select s.id from sales s where s.organization_id = :organization and ${bought('s')})`,
});

/** In the order of the file. */
export const PERSON_SOURCES: readonly PersonSource[] = [
  { resource: 'member', table: 'members', where: 'i.account_id = :account', at: 'i.created_at' },
  {
    resource: 'responsibility',
    table: 'responsibilities',
    where: `i.member_id = any(${MEMBERSHIPS})`,
    at: 'i.started_at',
  },
  { resource: 'enrollment', table: 'enrollments', where: `i.member_id = any(${MEMBERSHIPS})`, at: 'i.enrolled_at' },
  enrolled('enrollment_status_change', 'enrollment_status_changes', 'changed_at'),
  enrolled('note', 'enrollment_notes', 'written_at'),
  enrolled('blocker', 'blockers', 'opened_at'),
  enrolled('coaching_session', 'coaching_sessions', 'created_at'),
  enrolled('intervention', 'interventions', 'planned_at'),
  enrolled('deadline_extension', 'deadline_extensions', 'granted_at'),
  {
    resource: 'deadline_extension_task',
    table: 'deadline_extension_tasks',
    where: `i.member_task_id = any(${TASKS})`,
    at: `(select x.granted_at from deadline_extensions x
          where x.organization_id = :organization and x.id = i.deadline_extension_id)`,
  },
  enrolled('member_task', 'member_tasks', 'created_at'),
  { resource: 'deliverable', table: 'deliverables', where: `i.member_task_id = any(${TASKS})`, at: 'i.created_at' },
  enrolled('submission', 'submissions', 'submitted_at'),
  {
    resource: 'review',
    table: 'submission_reviews',
    where: `i.submission_id = any(${SUBMISSIONS})`,
    at: 'i.reviewed_at',
  },
  enrolled('attendance', 'attendances', 'recorded_at'),
  enrolled('group_membership', 'group_memberships', 'started_at'),
  enrolled('lesson_completion', 'lesson_completions', 'created_at'),
  enrolled('course_completion', 'course_completions', 'created_at'),
  enrolled('path', 'enrollment_paths', 'since'),
  enrolled('milestone_reach', 'milestone_reaches', 'created_at'),
  enrolled('booking', 'bookings', 'created_at'),
  enrolled('outcome_entry', 'outcome_entries', 'recorded_at'),
  {
    // Nobody but the person sees what they have not submitted.
    resource: 'form_response',
    table: 'form_responses',
    where: `i.enrollment_id = any(${ENROLLMENTS}) and (i.status <> 'draft' or exists (
      select 1 from form_assignments a
      where a.organization_id = :organization and a.id = i.form_assignment_id and a.answered_by = 'staff'))`,
    at: 'i.created_at',
  },
  {
    resource: 'form_response_revision',
    table: 'form_response_revisions',
    where: `i.form_response_id = any(array(
      select r.id from form_responses r
      where r.organization_id = :organization and r.enrollment_id = any(${ENROLLMENTS})))`,
    at: 'i.submitted_at',
  },
  enrolled('video_question', 'video_questions', 'asked_at'),
  {
    resource: 'video_resource',
    table: 'video_resources',
    where: `i.audience_enrollment_id = any(${ENROLLMENTS})`,
    at: 'i.created_at',
  },
  {
    resource: 'people_import_row',
    table: 'people_import_rows',
    where: `(i.member_id = any(${MEMBERSHIPS})
      or lower(i.email) = (select lower(a.email) from accounts a where a.id = :account))`,
    at: `(select p.created_at from people_imports p where p.organization_id = :organization and p.id = i.people_import_id)`,
  },
  {
    resource: 'prospect',
    table: 'prospects',
    where: `i.email = ${ADDRESS}`,
    at: 'i.created_at',
  },
  { resource: 'sales_call', table: 'sales_calls', where: `i.prospect_id in ${PROSPECTS}`, at: 'i.created_at' },
  {
    ...{ resource: 'sale', table: 'sales', where: bought('i'), at: 'i.created_at' },
    hidden: `case when i.prospect_id in ${PROSPECTS} then '{}' else '{billing}' end::text[]
      || case when i.participant_email = ${ADDRESS} then '{}' else '{participant_name, participant_email}' end::text[]`,
  },
  ofSales('payment', 'payments'),
  ofSales('refund', 'refunds'),
  ofSales('dispute', 'disputes'),
  ofSales('collection', 'collections'),
  // Whoever has the address of the page can pay.
  { ...ofSales('checkout', 'checkouts'), hidden: `'{url}'::text[]` },
  ofSales('provider_event', 'provider_events'),
  {
    resource: 'provider_customer',
    table: 'provider_customers',
    where: `i.prospect_id in ${PROSPECTS}`,
    at: 'i.created_at',
  },
  { resource: 'api_key', table: 'api_keys', where: `i.member_id = any(${MEMBERSHIPS})`, at: 'i.created_at' },
  {
    resource: 'calendar_feed',
    table: 'calendar_feeds',
    where: `i.member_id = any(${MEMBERSHIPS})`,
    at: 'i.created_at',
  },
  {
    resource: 'calendar_connection',
    table: 'calendar_connections',
    where: `i.member_id = any(${MEMBERSHIPS})`,
    at: 'i.created_at',
    hidden: `'{secrets,verifier,grant_code,hook_hash}'::text[]`,
  },
  {
    resource: 'external_busy',
    table: 'external_busy',
    where: `i.member_id = any(${MEMBERSHIPS})`,
    at: 'i.starts_at',
  },
  {
    resource: 'closer_settings',
    table: 'closer_settings',
    where: `i.id = any(${MEMBERSHIPS})`,
    at: 'i.created_at',
  },
  ofMember('post', 'posts', { member: 'author_member_id' }),
  {
    resource: 'post_revision',
    table: 'post_revisions',
    where: `i.post_id = any(array(
      select p.id from posts p where p.organization_id = :organization and p.author_member_id = any(${MEMBERSHIPS})))`,
    at: 'i.created_at',
  },
  {
    resource: 'moderation_case',
    table: 'moderation_cases',
    where: `i.post_id = any(array(
      select p.id from posts p where p.organization_id = :organization and p.author_member_id = any(${MEMBERSHIPS})))`,
    at: 'i.created_at',
  },
  ofMember('post_reaction', 'post_reactions', { at: 'updated_at' }),
  ofMember('post_report', 'post_reports'),
  ofMember('member_block', 'member_blocks'),
  ofMember('community_mute', 'community_mutes'),
  { resource: 'media', table: 'media', where: 'i.created_by = :account', at: 'i.created_at' },
  { resource: 'upload', table: 'uploads', where: 'i.created_by = :account', at: 'i.created_at' },
];
