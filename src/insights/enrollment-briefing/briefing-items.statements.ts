import type { BlockerEntity, InterventionEntity } from '#contexts/follow-up/follow-up.public.js';
import { pastAttendances } from '../cockpit/cockpit-signals.js';
import { CURRENT_PHASE, PHASE_COLUMNS, type PhaseRow } from '../cockpit/cockpit-sections.js';
import { insightTables } from '../insights.tables.js';
import { MOST_COACHES, MOST_ITEMS, MOST_NOTES } from './briefing-sections.dto.js';

const NOTE_CHARACTERS = 500;
const MOST_GROUPS = 100;

export interface SubjectRow extends PhaseRow {
  status: string;
  statusReason: string | null;
  enrolledAt: Date;
  memberId: string;
  memberName: string;
  cohortId: string;
  cohortName: string;
  programId: string;
  programName: string;
  timezone: string;
  startDate: string | null;
}

export const findSubject = insightTables
  .statement(
    'briefing_subject',
    { enrollment: 'uuid' },
    `select e.status, e.status_reason as "statusReason", e.enrolled_at as "enrolledAt", e.member_id as "memberId",
            m.name as "memberName", c.id as "cohortId", c.name as "cohortName", c.program_id as "programId",
            p.name as "programName", c.timezone, c.start_date as "startDate", ${PHASE_COLUMNS}
     from enrollments e
     join members m on m.organization_id = :organization and m.id = e.member_id
     join cohorts c on c.organization_id = :organization and c.id = e.cohort_id
     join programs p on p.organization_id = :organization and p.id = c.program_id
     ${CURRENT_PHASE}
     where e.organization_id = :organization and e.id = :enrollment`,
  )
  .returning<SubjectRow>();

export const listBriefingCoaches = insightTables
  .statement(
    'briefing_coaches',
    { enrollment: 'uuid' },
    `select m.id as "memberId", m.name
     from enrollments e
     join responsibilities r on r.organization_id = :organization and r.role = 'coach' and r.ended_at is null
       and (r.enrollment_id = e.id or r.cohort_id = e.cohort_id)
     join members m on m.organization_id = :organization and m.id = r.member_id
     where e.organization_id = :organization and e.id = :enrollment
     group by m.id, m.name
     order by bool_or(r.scope = 'enrollment') desc, min(r.started_at), m.id limit ${MOST_COACHES}`,
  )
  .returning<{ memberId: string; name: string }>();

/** The columns of the last and the next of something, each null where there is none. */
export interface MomentsRow {
  taskId: string | null;
  taskTitle: string;
  taskDueAt: Date;
  sessionId: string | null;
  sessionTitle: string | null;
  scheduledAt: Date;
  liveId: string | null;
  liveTitle: string;
  liveStartsAt: Date;
  liveTimezone: string;
  verdict: string | null;
  reviewedAt: Date;
  writtenAt: Date | null;
  heldAt: Date | null;
}

export const findMoments = insightTables
  .statement(
    'briefing_moments',
    { enrollment: 'uuid', now: 'timestamptz' },
    `select task.*, session.*, live.*, verdict.*, note.*, held.*
     from enrollments e
     left join lateral (
       select t.id as "taskId", t.title as "taskTitle", t.due_at as "taskDueAt" from member_tasks t
       where t.organization_id = :organization and t.enrollment_id = e.id and t.status = 'published'
         and t.due_at >= :now::timestamptz
       order by t.due_at, t.id limit 1) task on true
     left join lateral (
       select c.id as "sessionId", c.title as "sessionTitle", c.scheduled_at as "scheduledAt" from coaching_sessions c
       where c.organization_id = :organization and c.enrollment_id = e.id and c.status = 'planned'
         and c.scheduled_at > :now::timestamptz
       order by c.scheduled_at, c.id limit 1) session on true
     left join lateral (
       select l.id as "liveId", l.title as "liveTitle", l.starts_at as "liveStartsAt", l.timezone as "liveTimezone"
       from live_session_cohorts t
       join live_sessions l on l.organization_id = :organization and l.id = t.live_session_id
       where t.organization_id = :organization and t.cohort_id = e.cohort_id and l.status = 'scheduled'
         and l.starts_at > :now::timestamptz
       order by l.starts_at, l.id limit 1) live on true
     left join lateral (
       select s.status as verdict, s.reviewed_at as "reviewedAt" from submissions s
       where s.organization_id = :organization and s.enrollment_id = e.id and s.reviewed_at is not null
       order by s.reviewed_at desc, s.id limit 1) verdict on true
     left join lateral (
       select n.written_at as "writtenAt" from enrollment_notes n
       where n.organization_id = :organization and n.enrollment_id = e.id
       order by n.written_at desc limit 1) note on true
     left join lateral (
       select max(c.held_at) as "heldAt" from coaching_sessions c
       where c.organization_id = :organization and c.enrollment_id = e.id) held on true
     where e.organization_id = :organization and e.id = :enrollment`,
  )
  .returning<MomentsRow>();

function openItems<Row>(table: string, [status, at]: [string, string], columns: string) {
  return insightTables
    .statement(
      `briefing_${table}`,
      { enrollment: 'uuid' },
      `select ${columns} from ${table}
       where organization_id = :organization and enrollment_id = :enrollment and status = '${status}'
       order by ${at}, id limit ${MOST_ITEMS}`,
    )
    .returning<Row>();
}

export const listBriefingBlockers = openItems<BlockerEntity>(
  'blockers',
  ['open', 'opened_at'],
  `id, enrollment_id as "enrollmentId", title, urgency, status, resolution, opened_by as "openedBy",
   opened_at as "openedAt", resolved_by as "resolvedBy", resolved_at as "resolvedAt"`,
);

export const listBriefingInterventions = openItems<InterventionEntity>(
  'interventions',
  ['planned', 'planned_at'],
  `id, enrollment_id as "enrollmentId", reason, title, channel, owner_account_id as "ownerUserId", due_at as "dueAt",
   expected_outcome as "expectedOutcome", status, outcome, closed_at as "closedAt", closed_by as "closedBy",
   blocker_id as "blockerId", planned_by as "plannedBy", planned_at as "plannedAt"`,
);

export const listBriefingNotes = insightTables
  .statement(
    'briefing_notes',
    { enrollment: 'uuid' },
    `select id, left(body, ${NOTE_CHARACTERS}) as body, written_at as "writtenAt", written_by as "writtenBy"
     from enrollment_notes where organization_id = :organization and enrollment_id = :enrollment
     order by written_at desc, id limit ${MOST_NOTES}`,
  )
  .returning<{ id: string; body: string; writtenAt: Date; writtenBy: string }>();

export const listBriefingLives = insightTables
  .statement(
    'briefing_attendances',
    { enrollment: 'uuid', now: 'timestamptz' },
    `select last.* from enrollments m
     cross join lateral (
       select l.id as "liveSessionId", l.title, l.starts_at as "startsAt", a.status
       from ${pastAttendances('m.cohort_id')} where a.enrollment_id = m.id
       order by l.starts_at desc, l.id limit ${MOST_ITEMS}) last
     where m.organization_id = :organization and m.id = :enrollment
     order by last."startsAt" desc, last."liveSessionId"`,
  )
  .returning<{ liveSessionId: string; title: string; startsAt: Date; status: string }>();

export interface ExtensionRow {
  /** The number of all extensions. */
  count: number;
  id: string;
  scope: string;
  days: number | null;
  reason: string;
  grantedAt: Date;
  grantedBy: string;
}

/** The last one; no row where there is none. */
export const findLastExtension = insightTables
  .statement(
    'briefing_extensions',
    { enrollment: 'uuid' },
    `select i.id, i.scope, i.days, i.reason, i.granted_at as "grantedAt", i.granted_by as "grantedBy",
            (select count(*)::integer from deadline_extensions a
             where a.organization_id = :organization and a.enrollment_id = :enrollment) as count
     from deadline_extensions i
     where i.organization_id = :organization and i.enrollment_id = :enrollment
     order by i.granted_at desc, i.id limit 1`,
  )
  .returning<ExtensionRow>();

export const listBriefingGroups = insightTables
  .statement(
    'briefing_groups',
    { enrollment: 'uuid' },
    `select i.id, g.id as "groupId", g.name as "groupName", g.type as "groupType", i.started_at as "startedAt"
     from group_memberships i
     join groups g on g.organization_id = :organization and g.id = i.group_id
     where i.organization_id = :organization and i.enrollment_id = :enrollment and i.ended_at is null
     order by i.started_at, i.id limit ${MOST_GROUPS}`,
  )
  .returning<{ id: string; groupId: string; groupName: string; groupType: string; startedAt: Date }>();
