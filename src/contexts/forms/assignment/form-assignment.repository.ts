import { Injectable } from '@nestjs/common';
import { coachFilter, REACHED, reachParameters, reachValues } from '#contexts/enrollments/enrollments.public.js';
import type { CohortStatus } from '#contexts/cohorts/cohorts.public.js';
import { newestFirst } from '#kernel/lists';
import type { Scope, UnitOfWork } from '#kernel/work';
import { formTables } from '../forms.tables.js';
import type { FormAssignmentCounts, Standing } from './form-assignment.dto.js';
import { FormAssignmentEntity } from './form-assignment.entity.js';
import { ASKED, reachedByCoach } from './form-assignment.policy.js';

// FOR SHARE: a completion of the cohort waits.
const lockCohort = formTables
  .statement(
    'lock_cohort_to_assign_form',
    { id: 'uuid' },
    `select id, program_id as "programId", status from cohorts
     where organization_id = :organization and id = :id for share`,
  )
  .returning<{ id: string; programId: string; status: CohortStatus }>();

const findProgramOfLesson = formTables
  .statement(
    'find_program_of_lesson_of_form',
    { id: 'uuid' },
    `select c.program_id as "programId" from lessons l
     join courses c on c.organization_id = l.organization_id and c.id = l.course_id
     where l.organization_id = :organization and l.id = :id`,
  )
  .returning<{ programId: string }>();

const countOpen = formTables
  .statement(
    'count_open_assignments_of_form',
    { form: 'uuid', now: 'timestamptz' },
    `select count(*)::integer as open from form_assignments a
     where a.organization_id = :organization and a.form_id = :form and a.closed_at is null
       and (a.closes_at is null or a.closes_at > :now::timestamptz)`,
  )
  .returning<{ open: number }>();

/**
 * SQL: the assignment and the enrollments of its cohorts, whose ids are found first: a plan that joins the cohorts may
 * multiply all cohorts with all enrollments.
 */
const ENROLLMENTS = `from form_assignments a
  join enrollments e on e.organization_id = a.organization_id and e.cohort_id = any(array(
    select k.id from form_assignments f
    join cohorts k on k.organization_id = f.organization_id and (k.id = f.cohort_id or k.program_id = f.program_id)
    where f.organization_id = :organization and f.id = :id))`;

/** SQL: the enrollments that the assignment asks, with what they have answered. */
const ANSWERS = `${ENROLLMENTS} and ${ASKED}
  left join form_responses r on r.organization_id = a.organization_id and r.form_assignment_id = a.id
    and r.enrollment_id = e.id and r.status <> 'voided'`;

const countStandings = formTables
  .statement(
    'count_standings_of_form_assignment',
    { id: 'uuid', ...reachParameters },
    `select count(*)::integer as asked, (count(*) filter (where r.status = 'draft'))::integer as draft,
       (count(*) filter (where r.status = 'submitted'))::integer as submitted
     ${ANSWERS}
     where a.organization_id = :organization and a.id = :id and ${REACHED}`,
  )
  .returning<FormAssignmentCounts>();

/** How many enrollments are asked by an anonymous assignment, and how many have answered it, whatever they are now. */
interface Participations {
  asked: number;
  answered: number;
  /** Whether the caller reaches all of them. */
  areAll: boolean;
}

const countParticipations = formTables
  .statement(
    'count_participations_in_form',
    { id: 'uuid', ...reachParameters },
    `select (count(*) filter (where ${ASKED}))::integer as asked,
       count(p.id)::integer as answered, coalesce(bool_and(${REACHED}), false) as "areAll"
     ${ENROLLMENTS}
     left join form_participations p on p.organization_id = a.organization_id and p.form_assignment_id = a.id
       and p.enrollment_id = e.id
     where a.organization_id = :organization and a.id = :id and (p.id is not null or ${ASKED})`,
  )
  .returning<Participations>();

const STANDING = `coalesce(r.status, 'not_started')`;

export const listAssignments = formTables.list('list_form_assignments', {
  rows: FormAssignmentEntity,
  by: ['formId', 'cohortId'],
  filters: {
    openAt: ['timestamptz', '(item.closed_at is null and (item.closes_at is null or item.closes_at > :openAt))'],
    closedAt: ['timestamptz', '(item.closed_at is not null or item.closes_at <= :closedAt)'],
    coach: ['uuid', reachedByCoach('item')],
  },
});

export interface StandingRow {
  enrollmentId: string;
  memberName: string;
  standing: Standing;
  submittedAt: Date | null;
}

export const listStandings = formTables
  .list('list_form_standings', {
    parameters: { id: 'uuid' },
    filters: { standing: ['text', `${STANDING} = :standing`], ...coachFilter('e.id') },
    order: newestFirst('enrollmentId', 'e.id'),
    sql: ({ conditions, orderAndLimit }) => `
      select e.id as "enrollmentId", m.name as "memberName", ${STANDING} as standing, r.submitted_at as "submittedAt"
      ${ANSWERS}
      join members m on m.organization_id = e.organization_id and m.id = e.member_id
      where a.organization_id = :organization and a.id = :id ${conditions} ${orderAndLimit}`,
  })
  .returning<StandingRow>();

@Injectable()
export class FormAssignmentRepository {
  /** Undefined where there is none. */
  async lockCohort(uow: UnitOfWork, id: string) {
    return (await uow.query(lockCohort, { id })).at(0);
  }

  async programOfLesson(scope: Scope, id: string): Promise<string | undefined> {
    return (await scope.query(findProgramOfLesson, { id })).at(0)?.programId;
  }

  /** The open assignments of a form, which is locked. */
  async countOpen(uow: UnitOfWork, form: string): Promise<number> {
    const [{ open }] = await uow.query(countOpen, { form, now: uow.now });
    return open;
  }

  /** Counts the enrollments that the caller reaches. */
  async countStandings(scope: Scope, id: string): Promise<FormAssignmentCounts> {
    const [counts] = await scope.query(countStandings, { id, ...reachValues(scope.caller) });
    return counts;
  }

  async countParticipations(scope: Scope, id: string): Promise<Participations> {
    const [counts] = await scope.query(countParticipations, { id, ...reachValues(scope.caller) });
    return counts;
  }
}
