import { uuid } from '../support/ids.js';
import { percentile, timeAlone } from '../support/load.js';
import { startService } from '../support/service-process.js';
import type { Stage } from '../support/stage.js';
import type { Effort, Row } from './measure.js';

const READS = 40;

/** The cockpit of one cohort with many enrollments, each with tasks, some with blockers, notes and submissions. */
export async function measureCockpit(stage: Stage, effort: Effort): Promise<Row[]> {
  const service = await startService(stage);
  const rows: Row[] = [];
  const p95s: number[] = [];
  for (const size of effort.cockpitSizes) {
    const cohortId = await addCohort(stage, size);
    const reads = size >= 1_000_000 ? 10 : READS;
    const send = () =>
      fetch(`${service.url}/api/v1/cohorts/${cohortId}/cockpit`, { headers: { 'x-api-key': stage.apiKey } });
    await timeAlone(5, send);
    const p95 = percentile(await timeAlone(reads, send), 95);
    const previous = p95s.at(-1);
    p95s.push(p95);
    rows.push({ measure: `cockpit p95 at ${size.toLocaleString('en')} enrollments`, value: p95, unit: 'ms' });
    if (previous !== undefined) {
      rows.push({ measure: `… ÷ the previous size`, value: p95 / previous, unit: '×', wanted: '≤ 9' });
    }
  }
  await service.stop();
  return rows;
}

/** Loads a cohort in bulk: every second member has a note, every tenth a blocker, each two tasks, half handed in. */
export async function addCohort(stage: Stage, size: number): Promise<string> {
  const [programId, cohortId] = [uuid(), uuid()];
  const { admin, organizationId, ownerAccountId } = stage;
  await admin.query(`insert into programs values ($1, $2, 'Bench', null, 'active', now(), now())`, [
    organizationId,
    programId,
  ]);
  await admin.query(
    `insert into cohorts (organization_id, id, program_id, name, status, start_date, timezone, capacity, created_at, updated_at)
     values ($1, $2, $3, 'Bench', 'active', current_date - 30, 'Europe/Paris', null, now(), now())`,
    [organizationId, cohortId, programId],
  );
  const id = (kind: number) => `overlay(md5('${cohortId}${kind}' || i)::text placing '7' from 13)::uuid`;
  const run = (sql: string, ...values: unknown[]) => admin.query(sql, [organizationId, size, ...values]);
  await run(
    `insert into accounts select ${id(0)}, md5('${cohortId}' || i) || '@example.com', null, now() from generate_series(1, $2::integer) i where $1::uuid is not null`,
  );
  await run(
    `insert into members select $1, ${id(1)}, ${id(0)}, 'Member ' || i, 'MEMBER', 'active', now() from generate_series(1, $2::integer) i`,
  );
  await run(
    `insert into enrollments select $1, ${id(2)}, $3, ${id(1)}, case when i % 20 = 0 then 'pending' else 'active' end, null, now(), null, now()
     from generate_series(1, $2::integer) i`,
    cohortId,
  );
  await run(
    `insert into blockers (organization_id, id, enrollment_id, title, urgency, status, opened_by, opened_at)
     select $1, ${id(3)}, ${id(2)}, 'Blocked', case when i % 30 = 0 then 'urgent' else 'normal' end, 'open', $3, now()
     from generate_series(1, $2::integer) i where i % 10 = 0`,
    ownerAccountId,
  );
  await run(
    `insert into enrollment_notes select $1, ${id(4)}, ${id(2)}, 'A note', $3, now() - (i % 28) * interval '1 day'
     from generate_series(1, $2::integer) i where i % 2 = 0`,
    ownerAccountId,
  );
  for (const task of [5, 6]) {
    await run(
      `insert into member_tasks (organization_id, id, enrollment_id, title, due_at, status, published_at, created_by, created_at, updated_at)
       select $1, ${id(task)}, ${id(2)}, 'Task', now() + ((i % 20) - 5) * interval '1 day', 'published', now(), $3, now(), now()
       from generate_series(1, $2::integer) i`,
      ownerAccountId,
    );
  }
  await run(
    `insert into deliverables (organization_id, id, member_task_id, title, accepted_formats, expected_reviewer_role, status, created_at, updated_at)
     select $1, ${id(7)}, ${id(5)}, 'Plan', '[{"kind":"link","mimeTypes":[]}]', 'coach', 'active', now(), now()
     from generate_series(1, $2::integer) i where i % 2 = 0`,
  );
  await run(
    `insert into submissions (organization_id, id, deliverable_id, member_task_id, enrollment_id, kind, url, status, submitted_by, submitted_at)
     select $1, ${id(8)}, ${id(7)}, ${id(5)}, ${id(2)}, 'link', 'https://example.com', case when i % 4 = 0 then 'pending' else 'accepted' end, $3, now() - interval '4 days'
     from generate_series(1, $2::integer) i where i % 2 = 0`,
    ownerAccountId,
  );
  await admin.query('analyze');
  return cohortId;
}
