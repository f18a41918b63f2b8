import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { CrossJoins, NO_NESTED_LOOPS } from '../support/cross-joins.js';
import { useApp } from '../support/use-school.js';

/** Statements that combine every row of one side with every row of the other, and the side that has few rows in any organization. */
const FEW: Record<string, string> = {
  count_asked_of_form_results: 'assignments of one form',
  find_ended_pauses_of_sale: 'one sale',
  find_installment_to_collect: 'one sale',
  find_member_by_verified_email: 'identities of one person at a provider',
  list_coach_loads: 'coaches, and the arrays of what each is responsible for',
  list_due_bookings_of_enrollments: 'reminder rules',
  list_due_coaching_sessions_of_enrollments: 'reminder rules',
  list_due_interventions_of_enrollments: 'reminder rules',
  list_due_member_tasks_of_enrollments: 'reminder rules',
  list_due_submissions_of_enrollments: 'reminder rules',
  list_exports_with_person: 'ids of one person',
  list_form_assignments: 'enrollments of the caller',
  list_form_assignments_to_remind_of: 'times of reminder rules',
  list_mentioned_readers_of_space: 'one space',
  list_milestones_to_remind_of: 'times of reminder rules',
  list_my_forms: 'enrollments of the caller',
  list_offers: 'responsibilities of the caller',
  list_prospects_of_successor: 'responsibilities of the successor',
  list_sales: 'responsibilities of the caller',
  lock_bookings_with_conflict: 'bookings to come of one host',
  read_sales_queue: 'responsibilities of the caller',
};

let joins: CrossJoins;
let service: pg.Client;

// Ahead of the app's own end: these hooks run in the order in which they stand.
afterAll(() => service.end());
// A new database: which index is chosen depends on what has been stored.
const app = useApp({ isOwn: true });

beforeAll(async () => {
  joins = await CrossJoins.of(app.rows);
  // The role of the service: row-level security has a part in the plan.
  service = new pg.Client(app.databaseUrl);
  await service.connect();
});

async function isCrossJoin(sql: string): Promise<boolean> {
  await service.query('begin');
  try {
    await service.query('select app_set_organization($1)', [randomUUID()]);
    await service.query(`${NO_NESTED_LOOPS}; set local plan_cache_mode = force_generic_plan`);
    await service.query(`prepare checked as ${sql}`);
    const parameters = Math.max(0, ...[...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
    const nulls = Array.from({ length: parameters }, () => 'null').join(', ');
    const { rows } = await service.query<{ 'QUERY PLAN': { Plan: Parameters<CrossJoins['isIn']>[0] }[] }>(
      `explain (verbose, format json) execute checked ${nulls === '' ? '' : `(${nulls})`}`,
    );
    return joins.isIn(rows[0]['QUERY PLAN'][0].Plan);
  } finally {
    await service.query('rollback');
    await service.query('deallocate all');
  }
}

/** On a young database PostgreSQL may choose such a join, and reads for minutes what is looked up in milliseconds. */
it('no declared statement joins rows that have only their organization in common', async () => {
  const found = new Set<string>();
  for (const { name, text } of declaredStatements().values()) {
    // A list has a form without filters and one with all, which ends in _1. Others are made when a request asks for them.
    if (/_([2-9]|\d\d+)$/.test(name)) continue;
    if (await isCrossJoin(text)) found.add(name.replace(/_1$/, ''));
  }
  expect([...found].sort()).toEqual(Object.keys(FEW).sort());
});

it.each([
  ['enrollments e join deliverables d on d.organization_id = e.organization_id', true],
  ['enrollments e join cohorts c on c.organization_id = e.organization_id and c.id = e.cohort_id', false],
  ['enrollments e join cohorts c on c.organization_id = e.organization_id and c.id = $2', false],
  ['enrollments e join cohorts c on c.organization_id = e.organization_id and ($2::uuid is null or c.id = $2)', true],
])('that of %s: %s', async (from, isCross) => {
  expect(await isCrossJoin(`select 1 from ${from} where e.organization_id = $1`)).toBe(isCross);
});
