import { uuid } from './ids.js';
import type { Stage } from './stage.js';

const WHAT = ['accounts', 'members', 'enrollments', 'blockers', 'notes', 'first', 'second', 'plans', 'handed'] as const;

/**
 * Bulk-loads a cohort and returns its id: every second member has a note, every tenth an open blocker, all have two
 * tasks with a due date, half of the first ones submitted. Foreign keys are not checked; vacuum and analyze follow.
 */
export async function addLargeCohort(stage: Stage, size: number): Promise<string> {
  const { admin, organizationId, ownerAccountId } = stage;
  const [programId, cohortId] = [uuid(), uuid()];
  await admin.query(`insert into programs values ($1, $2, 'Bench', null, 'active', now(), now())`, [
    organizationId,
    programId,
  ]);
  await admin.query(
    `insert into cohorts (organization_id, id, program_id, name, status, start_date, timezone, capacity, created_at, updated_at)
     values ($1, $2, $3, 'Bench', 'active', current_date - 30, 'Europe/Paris', null, now(), now())`,
    [organizationId, cohortId, programId],
  );
  const since = Date.now() - 90 * 86_400_000 + Math.floor(Math.random() * 80_000_000);
  const id = (what: (typeof WHAT)[number]): string =>
    idAt(`${since + WHAT.indexOf(what) * size}::bigint + i`, `'${cohortId}${what}' || i`);
  const add = (table: string, columns: string, which = 'true'): Promise<unknown> =>
    admin.query(`insert into ${table} select ${columns} from generate_series(1, ${size}) i where ${which}`);
  const [organization, account] = [`'${organizationId}'::uuid`, `'${ownerAccountId}'::uuid`];

  await admin.query('set session_replication_role = replica');
  await add('accounts', `${id('accounts')}, md5('${cohortId}' || i) || '@example.com', null, now()`);
  await add(
    'members',
    `${organization}, ${id('members')}, ${id('accounts')}, 'Member ' || i, 'MEMBER', 'active', now()`,
  );
  await add(
    'enrollments',
    `${organization}, ${id('enrollments')}, '${cohortId}', ${id('members')},
     case when i % 20 = 0 then 'pending' else 'active' end, null, now(), null, now()`,
  );
  await add(
    'blockers (organization_id, id, enrollment_id, title, urgency, status, opened_by, opened_at)',
    `${organization}, ${id('blockers')}, ${id('enrollments')}, 'Blocked',
     case when i % 30 = 0 then 'urgent' else 'normal' end, 'open', ${account}, now()`,
    'i % 10 = 0',
  );
  await add(
    'enrollment_notes',
    `${organization}, ${id('notes')}, ${id('enrollments')}, 'A note', ${account}, now() - (i % 28) * interval '1 day'`,
    'i % 2 = 0',
  );
  for (const task of ['first', 'second'] as const) {
    await add(
      `member_tasks (organization_id, id, enrollment_id, title, due_at, status, published_at, created_by, created_at,
                     updated_at)`,
      `${organization}, ${id(task)}, ${id('enrollments')}, 'Task', now() + ((i % 20) - 5) * interval '1 day',
       'published', now(), ${account}, now(), now()`,
    );
  }
  await add(
    `deliverables (organization_id, id, member_task_id, title, accepted_formats, expected_reviewer_role, status,
                   created_at, updated_at)`,
    `${organization}, ${id('plans')}, ${id('first')}, 'Plan', '[{"kind":"link","mimeTypes":[]}]', 'coach', 'active',
     now(), now()`,
    'i % 2 = 0',
  );
  await add(
    `submissions (organization_id, id, deliverable_id, member_task_id, enrollment_id, kind, url, status, submitted_by,
                  submitted_at)`,
    `${organization}, ${id('handed')}, ${id('plans')}, ${id('first')}, ${id('enrollments')}, 'link',
     'https://example.com', case when i % 4 = 0 then 'pending' else 'accepted' end, ${account},
     now() - interval '4 days'`,
    'i % 2 = 0',
  );
  await admin.query('set session_replication_role = origin');
  await admin.query('vacuum analyze');
  return cohortId;
}

/** SQL for a UUIDv7 of the given millisecond, with random bits from the seed. */
function idAt(milliseconds: string, seed: string): string {
  return `(lpad(to_hex(${milliseconds}), 12, '0') || '7' || substr(md5(${seed}), 1, 3) || '8' || substr(md5(${seed}), 4, 15))::uuid`;
}
