/** Where timeline items are read from: SQL on rows `i` of an enrollment. */
export interface TimelineSource<Kind extends string = string> {
  /** The name of the event that reports the same. Or several, with the SQL that tells which one a row is. */
  kind: Kind | { of: readonly Kind[]; sql: string };
  from: string;
  where?: string;
  /** When it happened. An index has the rows of the enrollment in this order. */
  at: string;
  /** When it was entered; by default `at`. Null: it is in the audit entry. */
  recordedAt?: string;
  /** By default the noun of the kind. */
  resource: string;
  /** By default the id of the row. */
  resourceId?: string;
  /** By default it is in the audit entry. */
  actor?: string;
  /** The title, or the text. Or the column that names the row with the title: see `TITLES`. */
  text: string | { titleOf: string };
  /** The status, verdict, result or attendance that it led to; by default none. */
  outcome?: string;
}

/** The items of a table share it; each may have its own instead. */
type Shared = Partial<Omit<TimelineSource, 'kind' | 'at'>>;
type Item<Kind extends string> = Shared & Pick<TimelineSource<Kind>, 'kind' | 'at'>;

function rowsOf<const Kind extends string>(
  table: string,
  shared: Shared,
  items: readonly Item<Kind>[],
): TimelineSource<Kind>[] {
  return items.map((item) => {
    const [noun] = (typeof item.kind === 'string' ? item.kind : item.kind.of[0]).split('.');
    return { from: `${table} i`, resource: noun, text: 'null', ...shared, ...item };
  });
}

const ENROLLMENT_KIND = `case
  when i.from_status is null then 'enrollment.created'
  when i.to_status = 'active' and i.from_status = 'paused' then 'enrollment.resumed'
  when i.to_status = 'active' then 'enrollment.activated'
  when i.to_status in ('paused', 'transferred') then 'enrollment.' || i.to_status
  else 'enrollment.closed' end`;

export const TIMELINE_SOURCES = [
  ...rowsOf('enrollment_status_changes', { resourceId: 'i.enrollment_id', text: 'i.reason' }, [
    {
      kind: {
        of: [
          'enrollment.created',
          'enrollment.activated',
          'enrollment.paused',
          'enrollment.resumed',
          'enrollment.closed',
          'enrollment.transferred',
        ],
        sql: ENROLLMENT_KIND,
      },
      at: 'i.changed_at',
      actor: 'i.changed_by',
      outcome: 'i.to_status',
    },
  ]),
  ...rowsOf('deadline_extensions', { resource: 'deadline_extension', text: 'i.reason' }, [
    { kind: 'enrollment.deadline_extended', at: 'i.granted_at', actor: 'i.granted_by' },
  ]),
  ...rowsOf('enrollment_notes', { text: 'i.body' }, [
    { kind: 'note.created', at: 'i.written_at', actor: 'i.written_by' },
    { kind: 'note.redacted', at: 'i.redacted_at', outcome: `'redacted'` },
  ]),
  ...rowsOf('blockers', { text: 'i.title' }, [
    { kind: 'blocker.opened', at: 'i.opened_at', actor: 'i.opened_by', outcome: `'open'` },
    { kind: 'blocker.resolved', at: 'i.resolved_at', actor: 'i.resolved_by', outcome: `'resolved'` },
  ]),
  ...rowsOf('coaching_sessions', { where: 'i.scheduled_at is not null', text: 'i.title' }, [
    { kind: 'coaching_session.created', at: 'i.created_at', actor: 'i.created_by', outcome: `'planned'` },
    {
      kind: 'coaching_session.completed',
      at: 'i.held_at',
      recordedAt: 'null::timestamptz',
      text: 'coalesce(i.title, i.summary)',
      outcome: `'held'`,
    },
    {
      kind: 'coaching_session.cancelled',
      where: `i.status = 'cancelled'`,
      at: 'i.updated_at',
      outcome: `'cancelled'`,
    },
    {
      // Recorded afterwards.
      kind: 'coaching_session.created',
      where: 'i.scheduled_at is null',
      at: 'i.held_at',
      recordedAt: 'i.created_at',
      actor: 'i.created_by',
      text: 'coalesce(i.title, i.summary)',
      outcome: `'held'`,
    },
  ]),
  ...rowsOf('bookings', { text: { titleOf: 'i.booking_type_id' } }, [
    { kind: 'booking.created', at: 'i.created_at', actor: 'i.booked_by', outcome: `'booked'` },
    {
      kind: 'booking.cancelled',
      at: 'i.cancelled_at',
      actor: 'i.cancelled_by',
      text: 'i.cancel_reason',
      outcome: `'cancelled'`,
    },
  ]),
  ...rowsOf('booking_moves', { resourceId: 'i.booking_id' }, [
    { kind: 'booking.rescheduled', at: 'i.moved_at', actor: 'i.moved_by', outcome: `'booked'` },
  ]),
  ...rowsOf('interventions', { text: 'i.title' }, [
    { kind: 'intervention.planned', at: 'i.planned_at', actor: 'i.planned_by', outcome: `'planned'` },
    { kind: 'intervention.closed', at: 'i.closed_at', actor: 'i.closed_by', outcome: 'i.status' },
  ]),
  ...rowsOf('intervention_updates', { resourceId: 'i.intervention_id', text: { titleOf: 'i.intervention_id' } }, [
    { kind: 'intervention.updated', at: 'i.made_at', actor: 'i.updated_by' },
  ]),
  ...rowsOf('member_tasks', { text: 'i.title' }, [
    { kind: 'member_task.published', at: 'i.published_at', outcome: `'published'` },
    { kind: 'member_task.completed', at: 'i.completed_at', outcome: `'completed'` },
    { kind: 'member_task.archived', at: 'i.archived_at', outcome: `'archived'` },
  ]),
  // Also earlier completions: a task stores its last one only.
  ...rowsOf('member_task_reopenings', { resourceId: 'i.member_task_id', text: { titleOf: 'i.member_task_id' } }, [
    { kind: 'member_task.reopened', at: 'i.reopened_at', actor: 'i.reopened_by', outcome: `'published'` },
    { kind: 'member_task.completed', at: 'i.completed_at', outcome: `'completed'` },
  ]),
  ...rowsOf('submissions', { text: { titleOf: 'i.deliverable_id' } }, [
    { kind: 'submission.created', at: 'i.submitted_at', actor: 'i.submitted_by', outcome: `'pending'` },
    {
      kind: 'submission.reviewed',
      from: `submissions i
        join submission_reviews r on r.organization_id = :organization and r.submission_id = i.id`,
      at: 'i.reviewed_at',
      actor: 'r.reviewed_by',
      outcome: 'r.verdict',
    },
  ]),
  ...rowsOf('attendances', { resource: 'live_session', resourceId: 'i.live_session_id' }, [
    {
      kind: 'attendance.recorded',
      at: 'i.session_starts_at',
      recordedAt: 'i.recorded_at',
      actor: 'i.recorded_by',
      text: { titleOf: 'i.live_session_id' },
      outcome: 'i.status',
    },
  ]),
  ...rowsOf('group_memberships', { text: { titleOf: 'i.group_id' } }, [
    { kind: 'group_membership.started', at: 'i.started_at' },
    { kind: 'group_membership.ended', at: 'i.ended_at' },
  ]),
  // Lessons whose completion was taken back are not there any more.
  ...rowsOf('lesson_completions', { resourceId: 'i.lesson_id', text: { titleOf: 'i.lesson_id' } }, [
    {
      kind: 'lesson.completed',
      at: 'i.completed_at',
      recordedAt: 'i.created_at',
      actor: 'i.completed_by',
      outcome: `'completed'`,
    },
  ]),
  ...rowsOf('course_completions', { resourceId: 'i.course_id', text: { titleOf: 'i.course_id' } }, [
    { kind: 'course.completed', at: 'i.completed_at', recordedAt: 'i.created_at', outcome: `'completed'` },
  ]),
  ...rowsOf('enrollment_paths', { text: { titleOf: 'i.path_id' } }, [
    { kind: 'enrollment.path_assigned', at: 'i.since', resourceId: 'i.enrollment_id' },
    { kind: 'path.completed', at: 'i.completed_at', resourceId: 'i.path_id', outcome: `'completed'` },
  ]),
  ...rowsOf('milestone_reaches', { resource: 'milestone_reach', text: { titleOf: 'i.milestone_id' } }, [
    {
      kind: 'milestone.reached',
      at: 'i.reached_at',
      recordedAt: 'i.created_at',
      actor: 'i.recorded_by',
      outcome: `'reached'`,
    },
    { kind: 'milestone.reach_revoked', at: 'i.revoked_at', actor: 'i.revoked_by', outcome: `'revoked'` },
  ]),
  ...rowsOf('outcome_entries', { resource: 'outcome_entry', text: { titleOf: 'i.outcome_measure_id' } }, [
    {
      kind: 'outcome.recorded',
      at: 'i.measured_at',
      recordedAt: 'i.recorded_at',
      actor: 'i.recorded_by',
      outcome: 'i.kind',
    },
    { kind: 'outcome.voided', at: 'i.voided_at', actor: 'i.voided_by', outcome: `'voided'` },
  ]),
  ...rowsOf('video_questions', {}, [
    { kind: 'video_question.asked', at: 'i.asked_at', text: 'i.body', outcome: 'i.status' },
    {
      kind: 'video_question.answered',
      at: 'i.answered_at',
      actor: 'i.answered_by',
      text: 'i.answer_text',
      outcome: `'answered'`,
    },
    {
      // Those from before this was stored have no instant.
      kind: { of: ['video_question.declined', 'video_question.withdrawn'], sql: `'video_question.' || i.status` },
      at: 'i.closed_at',
      actor: 'i.closed_by',
      text: 'coalesce(i.decline_reason, i.body)',
      outcome: 'i.status',
    },
  ]),
];

type KindOf<Source> = Source extends TimelineSource<infer Kind> ? Kind : never;
export type TimelineKind = KindOf<(typeof TIMELINE_SOURCES)[number]>;

export const TIMELINE_KINDS = [
  ...new Set(
    TIMELINE_SOURCES.flatMap(({ kind }): readonly TimelineKind[] => (typeof kind === 'string' ? [kind] : kind.of)),
  ),
];
export const TIMELINE_RESOURCES = [...new Set(TIMELINE_SOURCES.map(({ resource }) => resource))];

/** The tables that have the titles of rows named by `titleOf`: the resources, as SQL, the table and the column. */
export const TITLES = [
  [`'submission'`, 'deliverables', 'title'],
  [`'live_session'`, 'live_sessions', 'title'],
  [`'group_membership'`, 'groups', 'name'],
  [`'member_task'`, 'member_tasks', 'title'],
  [`'booking'`, 'booking_types', 'name'],
  [`'intervention'`, 'interventions', 'title'],
  [`'lesson'`, 'lessons', 'title'],
  [`'course'`, 'courses', 'title'],
  [`'enrollment', 'path'`, 'paths', 'name'],
  [`'milestone_reach'`, 'milestones', 'title'],
  [`'outcome_entry'`, 'outcome_measures', 'name'],
] as const;
