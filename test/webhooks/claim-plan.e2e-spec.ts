import { expect, it } from '@jest/globals';
import pg from 'pg';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { School } from '../support/school.js';
import { useApp } from '../support/use-school.js';

const DONE = 1_500;
const WAITING = 60;

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
}

const app = useApp({ isOwn: true });

/** Rows that came out of a plan's nodes or were looked at in vain. */
function visits(node: PlanNode): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, part) => sum + visits(part), own);
}

async function fill(school: School, subscriptionId: string, count: number, status: string): Promise<void> {
  await school.rows(
    `with happened as (
       insert into events (organization_id, id, name, data, correlation_id, occurred_at)
       select $1, gen_random_uuid(), 'group.created', '{}', 'built', $3 from generate_series(1, $4) returning id)
     insert into webhook_deliveries
       (organization_id, id, subscription_id, event_id, event_name, status, due_at, created_at)
     select $1, gen_random_uuid(), $2, id, 'group.created', $5, case $5 when 'pending' then $3::timestamptz end, $3
     from happened`,
    subscriptionId,
    app.now(),
    count,
    status,
  );
}

/** The planner chose what these leave it on a young database: it joined every row anew with what it had locked. */
it('a claim takes what it asks for and looks at what waits once, whatever plan it gets', async () => {
  const school = await School.open(app);
  const subscriptionId = await school.subscription();
  const claim = declaredStatements().get('claim_webhook_deliveries')!;
  const later = new Date(app.now().getTime() + 60_000);
  const values = claim.encode(
    { subscription: subscriptionId, now: later, count: 8, token: school.id, leasedUntil: later },
    school.id,
  );
  const execute = `execute claim_in_test(${values.map((value) => `'${String(value)}'`).join(', ')})`;
  // The role of the service: row-level security has a part in the plan.
  const service = new pg.Client(app.databaseUrl);
  await service.connect();
  const asTenant = async (sql: string): Promise<{ 'QUERY PLAN': { Plan: PlanNode }[] }[]> => {
    await service.query('begin');
    await service.query('select app_set_organization($1)', [school.id]);
    const { rows } = await service.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(sql);
    await service.query('rollback');
    return rows;
  };
  try {
    await service.query('set plan_cache_mode = force_generic_plan');
    for (const way of ['hashagg', 'hashjoin', 'mergejoin', 'sort']) await service.query(`set enable_${way} = off`);
    await service.query(`prepare claim_in_test (uuid, uuid, timestamptz, bigint, uuid, timestamptz) as ${claim.text}`);
    await asTenant(execute);
    await fill(school, subscriptionId, DONE, 'succeeded');
    await fill(school, subscriptionId, WAITING, 'pending');
    const [explained] = await asTenant(`explain (analyze, format json) ${execute}`);
    const plan = explained['QUERY PLAN'][0].Plan;
    expect(plan['Actual Rows']).toBe(8);
    expect(visits(plan)).toBeLessThan(DONE);
  } finally {
    await service.end();
  }
});
