/** The kinds of timeline items: the names of the events that report the same. */
export const TIMELINE_KINDS = [
  'enrollment.created',
  'enrollment.activated',
  'enrollment.paused',
  'enrollment.resumed',
  'enrollment.closed',
  'enrollment.transferred',
  'enrollment.deadline_extended',
  'note.created',
  'blocker.opened',
  'blocker.resolved',
  'coaching_session.created',
  'coaching_session.completed',
  'coaching_session.cancelled',
  'intervention.planned',
  'intervention.updated',
  'intervention.closed',
  'member_task.published',
  'member_task.completed',
  'member_task.archived',
  'member_task.reopened',
  'submission.created',
  'submission.reviewed',
  'attendance.recorded',
  'group_membership.started',
  'group_membership.ended',
  'lesson.completed',
  'course.completed',
  'video_question.asked',
  'video_question.answered',
] as const;

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const TIMELINE_RESOURCES = [
  'enrollment',
  'deadline_extension',
  'note',
  'blocker',
  'coaching_session',
  'intervention',
  'member_task',
  'submission',
  'live_session',
  'group_membership',
  'lesson',
  'course',
  'video_question',
] as const;

export type TimelineResource = (typeof TIMELINE_RESOURCES)[number];
