import { Injectable } from '@nestjs/common';
import { REACHED, reachParameters } from '#contexts/enrollments/enrollments.public.js';
import type { Scope } from '#kernel/work';
import { ASKED, OF_ASSIGNMENT } from '../assignment/form-assignment.policy.js';
import type { Content } from '../form/question.js';
import { formTables } from '../forms.tables.js';
import { countingValues } from './counted-values.js';
import type { AnswerCount } from './question-results.js';

/** The responses that are counted. Without an assignment or a cohort, those of all. */
const FILTERS = {
  form: 'uuid',
  assignment: 'uuid',
  cohort: 'uuid',
  from: 'timestamptz',
  to: 'timestamptz',
  ...reachParameters,
} as const;

export interface ResultFilters {
  form: string;
  assignment: string | null;
  cohort: string | null;
  from: Date | null;
  to: Date | null;
  reachesAll: boolean;
  callerMember: string | null;
}

const OF_ENROLLMENT = `(:cohort::uuid is null or e.cohort_id = :cohort) and ${REACHED}`;

const SUBMITTED = `r.status = 'submitted' and (:from::timestamptz is null or r.submitted_at >= :from)
  and (:to::timestamptz is null or r.submitted_at < :to)`;

/** SQL: the submitted responses; those by intake links are of no enrollment until they are linked. */
const RESPONSES = `from form_responses r
  left join enrollments e on e.organization_id = r.organization_id and e.id = r.enrollment_id
  where r.organization_id = :organization and r.form_id = :form and ${SUBMITTED}
    and (:assignment::uuid is null or r.form_assignment_id = :assignment) and ${OF_ENROLLMENT}`;

const listVersions = formTables
  .statement(
    'list_versions_of_form_results',
    { form: 'uuid' },
    `select v.number, v.content from form_versions v
     where v.organization_id = :organization and v.form_id = :form order by v.number desc`,
  )
  .returning<{ number: number; content: Content }>();

/** SQL: the enrollments of the assignments, as far as they are looked at. */
const ENROLLMENTS_OF_ASSIGNMENTS = `where a.organization_id = :organization and a.form_id = :form and not a.anonymous
  and (:assignment::uuid is null or a.id = :assignment) and ${OF_ASSIGNMENT} and ${OF_ENROLLMENT}`;

// Whoever has answered counts as asked, also by an intake link. Two counts: no plan joins every enrollment with every response.
const countAsked = formTables
  .statement(
    'count_asked_of_form_results',
    FILTERS,
    `select x.asked + y.others + i.received as asked, y.submitted + i.received as submitted from (
     select count(*)::integer as asked
     from form_assignments a
     join cohorts k on k.organization_id = a.organization_id
     join enrollments e on e.organization_id = k.organization_id and e.cohort_id = k.id
     ${ENROLLMENTS_OF_ASSIGNMENTS} and ${ASKED}) x
     cross join (
     select count(*)::integer as submitted, (count(*) filter (where not ${ASKED}))::integer as others
     from form_responses r
     join form_assignments a on a.organization_id = r.organization_id and a.id = r.form_assignment_id
     join enrollments e on e.organization_id = r.organization_id and e.id = r.enrollment_id
     join cohorts k on k.organization_id = e.organization_id and k.id = e.cohort_id
     ${ENROLLMENTS_OF_ASSIGNMENTS} and ${SUBMITTED}) y
     cross join (select count(*)::integer as received ${RESPONSES} and r.intake_link_id is not null) i`,
  )
  .returning<{ asked: number; submitted: number }>();

const countAnswers = formTables
  .statement(
    'count_answers_of_form_results',
    { ...FILTERS, valued: 'text[]' },
    countingValues(
      `select a.key, a.value from (select r.answers ${RESPONSES}) s cross join lateral jsonb_each(s.answers) as a`,
    ),
  )
  .returning<AnswerCount>();

@Injectable()
export class FormResultsRepository {
  /** Newest first. */
  listVersions(scope: Scope, form: string) {
    return scope.query(listVersions, { form });
  }

  async countAsked(scope: Scope, filters: ResultFilters) {
    const [counts] = await scope.query(countAsked, filters);
    return counts;
  }

  /** How often each value of the questions `valued` was answered, and whether the others were. */
  countAnswers(scope: Scope, filters: ResultFilters, valued: readonly string[]) {
    return scope.query(countAnswers, { ...filters, valued });
  }
}
