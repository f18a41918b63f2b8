import { coachFilter, OF_PERSON } from '#contexts/enrollments/enrollments.public.js';
import type { Standing } from '../assignment/form-assignment.dto.js';
import type { FormAssignmentEntity } from '../assignment/form-assignment.entity.js';
import { ASKED, OF_ASSIGNMENT } from '../assignment/form-assignment.policy.js';
import { formTables } from '../forms.tables.js';
import { FormResponseEntity, type ResponseStatus } from './form-response.entity.js';
import { NO_MEMBERS_DRAFT } from './form-response.policy.js';

export const listResponses = formTables.list('list_form_responses', {
  rows: FormResponseEntity,
  of: ['formId'],
  by: ['formAssignmentId', 'intakeLinkId', 'status'],
  where: `not exists (
    select from form_assignments a
    join form_responses r on r.organization_id = a.organization_id and r.form_assignment_id = a.id
    where a.organization_id = :organization and a.id = item.form_assignment_id and r.id = item.id
      and not ${NO_MEMBERS_DRAFT})`,
  filters: coachFilter('item.enrollment_id'),
});

export interface MyFormRow extends FormAssignmentEntity {
  enrollmentId: string;
  enrollmentStatus: string;
  title: string;
  standing: Standing;
  responseStatus: ResponseStatus | null;
  submittedAt: Date | null;
  reopenedUntil: Date | null;
  redactedAt: Date | null;
}

const FIRST_TO_CLOSE = [
  {
    property: 'closesAt',
    direction: 'asc',
    type: 'timestamptz',
    sql: `coalesce(a.closes_at, 'infinity')`,
    nullable: true,
  },
  { property: 'id', direction: 'asc', type: 'uuid', sql: 'a.id' },
  { property: 'enrollmentId', direction: 'asc', type: 'uuid', sql: 'e.id' },
] as const;

/** SQL: null where nothing was answered. */
const STATUS = `case when p.id is not null then 'submitted' else r.status end`;

export const listOwnForms = formTables
  .list('list_my_forms', {
    parameters: { account: 'uuid' },
    filters: {
      enrollmentId: ['uuid', 'e.id = :enrollmentId'],
      standing: ['text', `coalesce(${STATUS}, 'not_started') = :standing`],
    },
    order: FIRST_TO_CLOSE,
    sql: ({ conditions, orderAndLimit }) => `
      select a.id, a.form_id as "formId", a.form_version_id as "formVersionId", a.cohort_id as "cohortId",
        a.program_id as "programId", a.answered_by as "answeredBy", a.anonymous, a.opens_at as "opensAt",
        a.closes_at as "closesAt", a.closed_at as "closedAt", a.edit_hours as "editHours", a.lesson_id as "lessonId",
        a.created_by as "createdBy", a.created_at as "createdAt", a.updated_at as "updatedAt",
        e.id as "enrollmentId", e.status as "enrollmentStatus", v.content ->> 'title' as title,
        coalesce(${STATUS}, 'not_started') as standing, ${STATUS} as "responseStatus",
        r.submitted_at as "submittedAt", r.reopened_until as "reopenedUntil", r.redacted_at as "redactedAt"
      from enrollments e
      join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
      join form_assignments a on a.organization_id = e.organization_id and ${OF_ASSIGNMENT} and a.answered_by = 'member'
      left join form_responses r on r.organization_id = a.organization_id and r.form_assignment_id = a.id
        and r.enrollment_id = e.id and r.status <> 'voided'
      left join form_participations p on p.organization_id = a.organization_id and p.form_assignment_id = a.id
        and p.enrollment_id = e.id
      join form_versions v on v.organization_id = a.organization_id and v.id = coalesce(r.form_version_id, a.form_version_id)
      where e.organization_id = :organization and ${OF_PERSON} and ${ASKED} ${conditions} ${orderAndLimit}`,
  })
  .returning<MyFormRow>();
