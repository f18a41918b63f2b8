import { lockProgramContent } from '#contexts/programs/programs.public.js';
import { type FieldIssue, wrongStatus } from '#kernel/errors';
import type { TenantEntity } from '#kernel/persistence';
import type { UnitOfWork } from '#kernel/work';
import { learningTables } from './learning.tables.js';

/** Locks the content of a program, whose order keeps still then. Throws 409 where it is archived. */
export async function lockOpenProgram(uow: UnitOfWork, program: string): Promise<void> {
  const status = await lockProgramContent(uow, program);
  if (status === 'archived') throw wrongStatus('program', status);
}

/** Locks the content of the program of a row, then the row. Throws 404. */
export async function lockInProgram<Entity extends TenantEntity & { programId: string }>(
  uow: UnitOfWork,
  entity: new () => Entity,
  id: string,
): Promise<Entity> {
  const { programId } = await uow.get(entity, id);
  await lockProgramContent(uow, programId);
  return uow.getForUpdate(entity, id);
}

/** An id in a body, with the field that names it. */
interface Named {
  field: string;
  id: string;
}

export const courseIssues = issuesIn('course', 'courses t where t.program_id = :program');
export const milestoneIssues = issuesIn('milestone', 'milestones t where t.program_id = :program');
export const lessonIssues = issuesIn(
  'lesson',
  `lessons t join courses c on c.organization_id = t.organization_id and c.id = t.course_id
   where c.program_id = :program and c.status <> 'archived'`,
);

/** The issues with ids that are not of the program, or archived. The caller holds the lock of its content. */
function issuesIn(noun: string, rows: string) {
  const list = learningTables
    .statement(
      `list_${noun}s_of_program_by_id`,
      { ids: 'uuid[]', program: 'uuid' },
      `select t.id from ${rows} and t.organization_id = :organization and t.id = any(:ids::uuid[]) and t.status <> 'archived'`,
    )
    .returning<{ id: string }>();
  return async (uow: UnitOfWork, program: string, named: readonly Named[]): Promise<FieldIssue[]> => {
    const rows = await uow.query(list, { program, ids: named.map(({ id }) => id) });
    const usable = new Set(rows.map(({ id }) => id));
    const issue = `must be a ${noun} of the program that is not archived`;
    return named.flatMap(({ field, id }) => (usable.has(id) ? [] : [{ field, issue }]));
  };
}

/** The items of a list of ids. */
export function itemsOf(field: string, ids: readonly string[] = []): Named[] {
  return ids.map((id, index) => ({ field: `${field}.${index}`, id }));
}
