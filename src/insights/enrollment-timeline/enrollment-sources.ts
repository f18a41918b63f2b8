import type { TimelineSource } from './timeline-source.js';

const ENROLLMENT_KINDS = {
  of: [
    'enrollment.created',
    'enrollment.activated',
    'enrollment.paused',
    'enrollment.resumed',
    'enrollment.closed',
    'enrollment.transferred',
  ],
  sql: `case
    when i.from_status is null then 'enrollment.created'
    when i.to_status = 'active' and i.from_status = 'paused' then 'enrollment.resumed'
    when i.to_status = 'active' then 'enrollment.activated'
    when i.to_status in ('paused', 'transferred') then 'enrollment.' || i.to_status
    else 'enrollment.closed' end`,
} as const;

export const ENROLLMENT_SOURCES: readonly TimelineSource[] = [
  {
    kind: ENROLLMENT_KINDS,
    from: 'enrollment_status_changes i',
    at: 'i.changed_at',
    resource: 'enrollment',
    resourceId: 'i.enrollment_id',
    actor: 'i.changed_by',
    text: 'i.reason',
    outcome: 'i.to_status',
  },
  {
    kind: 'enrollment.deadline_extended',
    from: 'deadline_extensions i',
    at: 'i.granted_at',
    resource: 'deadline_extension',
    actor: 'i.granted_by',
    text: 'i.reason',
    outcome: 'null',
  },
  {
    kind: 'attendance.recorded',
    from: 'attendances i',
    at: 'i.session_starts_at',
    recordedAt: 'i.recorded_at',
    resource: 'live_session',
    resourceId: 'i.live_session_id',
    actor: 'i.recorded_by',
    text: { titleOf: 'i.live_session_id' },
    outcome: 'i.status',
  },
  {
    kind: 'group_membership.started',
    from: 'group_memberships i',
    at: 'i.started_at',
    resource: 'group_membership',
    actor: null,
    text: { titleOf: 'i.group_id' },
    outcome: 'null',
  },
  {
    kind: 'group_membership.ended',
    from: 'group_memberships i',
    at: 'i.ended_at',
    resource: 'group_membership',
    actor: null,
    text: { titleOf: 'i.group_id' },
    outcome: 'null',
  },
];
