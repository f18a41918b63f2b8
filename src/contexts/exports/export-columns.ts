import { SHOWN_ANONYMOUS_ANSWERS } from '#contexts/forms/forms.public.js';
import { SELLING_SOURCES } from './export-sales.js';
import { own, type ExportSource } from './export-source.js';
import type { ExportKind } from './export.entity.js';

const OF_ENROLLMENT = `
  join enrollments e on e.organization_id = :organization and e.id = i.enrollment_id
  join cohorts c on c.organization_id = :organization and c.id = e.cohort_id
  join members m on m.organization_id = :organization and m.id = e.member_id`;
const PERSON = { cohortId: 'e.cohort_id', memberId: 'e.member_id', memberName: 'm.name' };

/** Responses that were submitted, and the anonymous answers that may be shown. */
const FORM_RESPONSES = `
  select r.organization_id, r.id, r.form_id, r.form_version_id, r.form_assignment_id, r.intake_link_id, r.enrollment_id,
    null::uuid as cohort_id, null::uuid as program_id, false as anonymous, r.status, r.answers, r.ignored, r.answered_by,
    r.submitted_at, r.redacted_at, r.void_reason
  from form_responses r where r.organization_id = :organization and r.status <> 'draft'
  union all
  select s.organization_id, s.id, s.form_id, null, s.form_assignment_id, null, null, s.cohort_id, s.program_id, true,
    'submitted', s.answers, '[]', null, s.submitted_at, null, null
  from (${SHOWN_ANONYMOUS_ANSWERS}) s`;

/** The columns of each kind, in the order of the file. docs/exports.md lists them. */
export const EXPORT_SOURCES: Readonly<Record<Exclude<ExportKind, 'person'>, ExportSource>> = {
  members: {
    from: 'members i join accounts a on a.id = i.account_id',
    at: 'i.created_at',
    columns: {
      ...own('id', 'accountId'),
      email: 'a.email',
      ...own('name', 'role', 'status', 'externalId', 'createdAt', 'detachedAt'),
    },
    where: `((:cohort::uuid is null and :program::uuid is null) or exists (
      select 1 from enrollments e join cohorts c on c.organization_id = :organization and c.id = e.cohort_id
      where e.organization_id = :organization and e.member_id = i.id
        and (:cohort::uuid is null or c.id = :cohort) and (:program::uuid is null or c.program_id = :program)))`,
  },
  enrollments: {
    from: `enrollments i join cohorts c on c.organization_id = :organization and c.id = i.cohort_id
      join programs p on p.organization_id = :organization and p.id = c.program_id
      join members m on m.organization_id = :organization and m.id = i.member_id`,
    at: 'i.enrolled_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'cohortId'),
      ...{ cohortName: 'c.name', programId: 'c.program_id', programName: 'p.name' },
      ...own('memberId'),
      ...{ memberName: 'm.name', memberExternalId: 'm.external_id' },
      ...own('status', 'statusReason', 'enrolledAt', 'closedAt', 'transferredFromId'),
    },
  },
  member_tasks: {
    from: `member_tasks i ${OF_ENROLLMENT}`,
    at: 'i.created_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'enrollmentId'),
      ...PERSON,
      ...own('title', 'description', 'status', 'dueAt', 'publishedAt', 'completedAt', 'archivedAt', 'cohortTaskId'),
      ...own('createdBy', 'createdAt'),
    },
  },
  submissions: {
    from: `submissions i ${OF_ENROLLMENT}
      join deliverables d on d.organization_id = :organization and d.id = i.deliverable_id
      left join submission_reviews r on r.organization_id = :organization and r.submission_id = i.id`,
    at: 'i.submitted_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'enrollmentId'),
      ...PERSON,
      ...own('memberTaskId', 'deliverableId'),
      deliverableTitle: 'd.title',
      ...own('kind', 'mediaId', 'url', 'note', 'status', 'submittedBy', 'submittedAt'),
      ...{ comment: 'r.comment', reviewedBy: 'r.reviewed_by', reviewedAt: 'r.reviewed_at' },
    },
  },
  attendance: {
    from: `attendances i ${OF_ENROLLMENT}
      join live_sessions s on s.organization_id = :organization and s.id = i.live_session_id`,
    at: 'i.recorded_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'liveSessionId'),
      ...{ title: 's.title', startsAt: 's.starts_at', endsAt: 's.ends_at' },
      ...own('enrollmentId'),
      ...PERSON,
      ...own('status', 'recordedBy', 'recordedAt'),
    },
  },
  interventions: {
    from: `interventions i ${OF_ENROLLMENT}`,
    at: 'i.planned_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'enrollmentId'),
      ...PERSON,
      ...own('reason', 'title', 'channel'),
      ownerUserId: 'i.owner_account_id',
      ...own('dueAt', 'expectedOutcome', 'status', 'outcome', 'blockerId', 'plannedBy', 'plannedAt'),
      ...own('closedBy', 'closedAt'),
    },
  },
  progress: {
    from: `lesson_completions i ${OF_ENROLLMENT}
      join lessons l on l.organization_id = :organization and l.id = i.lesson_id
      join courses k on k.organization_id = :organization and k.id = i.course_id
      left join course_completions f on f.organization_id = :organization
        and f.enrollment_id = i.enrollment_id and f.course_id = i.course_id`,
    at: 'i.created_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'enrollmentId'),
      ...PERSON,
      ...own('courseId'),
      courseTitle: 'k.title',
      ...own('lessonId'),
      ...{ lessonTitle: 'l.title', required: 'l.required' },
      ...own('completedAt', 'completedBy', 'byMember'),
      courseCompletedAt: 'f.completed_at',
    },
  },
  outcomes: {
    from: `outcome_entries i ${OF_ENROLLMENT}
      join outcome_measures o on o.organization_id = :organization and o.id = i.outcome_measure_id`,
    at: 'i.recorded_at',
    ofEnrollment: true,
    columns: {
      ...own('id', 'enrollmentId'),
      ...PERSON,
      ...own('outcomeMeasureId'),
      ...{ measureKey: 'o.key', measureName: 'o.name', unit: 'o.unit' },
      ...own('kind'),
      value: 'i.value::float8',
      ...own('measuredAt', 'note', 'recordedBy', 'recordedAt', 'voidedAt', 'voidReason'),
    },
  },
  form_responses: {
    from: `(${FORM_RESPONSES}) i
      left join enrollments e on e.organization_id = :organization and e.id = i.enrollment_id
      left join members m on m.organization_id = :organization and m.id = e.member_id
      left join cohorts c on c.organization_id = :organization and c.id = coalesce(e.cohort_id, i.cohort_id)`,
    at: 'i.submitted_at',
    where: `(:cohort::uuid is null or c.id = :cohort)
      and (:program::uuid is null or coalesce(c.program_id, i.program_id) = :program)`,
    columns: {
      ...own('id', 'formId', 'formVersionId', 'formAssignmentId', 'intakeLinkId', 'enrollmentId'),
      ...PERSON,
      ...own('anonymous', 'status', 'answers', 'ignored', 'answeredBy', 'submittedAt', 'redactedAt', 'voidReason'),
    },
  },
  ...SELLING_SOURCES,
  audit_entries: {
    from: 'audit_entries i',
    at: 'i.occurred_at',
    columns: own(
      ...[
        'id',
        'action',
        'targetType',
        'targetId',
        'actorId',
        'apiKeyId',
        'correlationId',
        'occurredAt',
        'changes',
        'signInId',
      ],
    ),
  },
  events: {
    from: 'events i',
    at: 'i.occurred_at',
    columns: own('id', 'name', 'correlationId', 'occurredAt', 'data'),
  },
};
