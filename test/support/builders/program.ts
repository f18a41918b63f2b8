import type { Tenant } from '../tenant.js';

/** A program with a matching status history; `from` is the status before the archival. */
export async function program(
  school: Tenant,
  status: 'draft' | 'active' | 'archived' = 'active',
  from: 'draft' | 'active' = 'active',
): Promise<string> {
  const now = school.app.now();
  const id = await school.insert('programs', {
    name: 'Leadership Essentials',
    status,
    created_at: now,
    updated_at: now,
  });
  const steps: [string | null, string][] = [[null, 'draft']];
  if (status === 'active' || (status === 'archived' && from === 'active')) steps.push(['draft', 'active']);
  if (status === 'archived') steps.push([from, 'archived']);
  for (const [index, [before, after]] of steps.entries()) await step(school, id, index + 1, before, after);
  return id;
}

export async function statusChange(school: Tenant, programId: string, from: string | null, to: string): Promise<void> {
  const { rows } = await school.rows<{ count: number }>(
    'select count(*)::integer as count from program_status_changes where organization_id = $1 and program_id = $2',
    programId,
  );
  await step(school, programId, rows[0].count + 1, from, to);
}

async function step(
  school: Tenant,
  programId: string,
  position: number,
  from: string | null,
  to: string,
): Promise<void> {
  await school.insert('program_status_changes', {
    program_id: programId,
    position,
    from_status: from,
    to_status: to,
    changed_by: school.owner.accountId,
    changed_at: school.app.now(),
  });
}
