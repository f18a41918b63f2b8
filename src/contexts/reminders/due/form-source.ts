import { FIRST_ID } from '#kernel/persistence';
import { reminderTables } from '../reminders.tables.js';
import {
  asRows,
  dueRange,
  enrollmentColumns,
  OF_RULE,
  windowsAndRules,
  type DueSource,
  type DueWindow,
  type FoundThing,
} from './due-source.js';

const WINDOW = ', form_assignment_id uuid';

const listClosing = reminderTables
  .statement(
    'list_form_assignments_to_remind_of',
    { ranges: 'jsonb' },
    `select w.n, t.id, t.closes_at as "closesAt"
     from jsonb_to_recordset(:ranges::jsonb) as w (n integer, after_at timestamptz, until_at timestamptz)
     join form_assignments t on t.organization_id = :organization and t.closed_at is null
       and t.closes_at > w.after_at and t.closes_at <= w.until_at`,
  )
  .returning<{ n: number; id: string; closesAt: Date }>();

/**
 * SQL of the enrollments that are asked and have not submitted. Of an anonymous form all who are asked: the others would
 * be known by the reminders that they do not get.
 */
const enrollmentsOf = (which: string): string =>
  `select e.id as place, t.id as "resourceId", w.until_at as at,
     ${enrollmentColumns(`case when t.answered_by = 'member' then m.account_id end`)}
   from form_assignments t
   join cohorts k on k.organization_id = :organization and (k.id = t.cohort_id or k.program_id = t.program_id)
   join enrollments e on e.organization_id = :organization and e.cohort_id = k.id and e.status = 'active'
   join members m on m.organization_id = :organization and m.id = e.member_id
   where t.organization_id = :organization and t.id = w.form_assignment_id and t.closed_at is null
     and t.closes_at = w.until_at and ${which} and ${OF_RULE} and e.id > w.after_id
     and not exists (
       select from form_responses s
       where s.organization_id = :organization and s.form_assignment_id = t.id and s.enrollment_id = e.id
         and s.status = 'submitted')`;

const listInWindows = reminderTables
  .statement(
    'list_due_form_assignments',
    { windows: 'jsonb', each: 'integer' },
    `select w.n, i.* from ${windowsAndRules(WINDOW)}
     cross join lateral (${enrollmentsOf('true')} order by e.id limit :each::integer) i`,
  )
  .returning<FoundThing>();

const listOfEnrollments = reminderTables
  .statement(
    'list_due_form_assignments_of_enrollments',
    { windows: 'jsonb', enrollments: 'uuid[]' },
    `select w.n, i.* from ${windowsAndRules(WINDOW)}
     cross join lateral (${enrollmentsOf('e.id = any(:enrollments::uuid[])')}) i`,
  )
  .returning<FoundThing>();

/** Forms that close, of active enrollments that have not submitted them. */
export const formAssignments: DueSource = {
  resourceType: 'form_assignment',
  async windowsOf(tenant, ranges) {
    const rows = ranges.map((range, n) => {
      const { after, until } = dueRange(range);
      return { n, after_at: after, until_at: until };
    });
    const closing = await tenant.query(listClosing, { ranges: rows });
    return closing.map(({ n, id, closesAt }): DueWindow => ({
      ...{ range: ranges[n], after: closesAt, afterId: FIRST_ID, until: closesAt, dueOf: () => closesAt },
      more: { form_assignment_id: id },
    }));
  },
  find: (tenant, windows, each) => tenant.query(listInWindows, { windows: asRows(windows), each }),
  findOf: (tenant, windows, enrollments) => tenant.query(listOfEnrollments, { windows: asRows(windows), enrollments }),
};
