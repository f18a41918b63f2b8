import { isAdministrator, isOrganizationDirector } from '#kernel/access';
import { forbidden, notFound } from '#kernel/errors';
import type { TargetPolicy } from '#kernel/operations';
import type { Tables } from '#kernel/persistence';
import type { Scope } from '#kernel/work';
import { programTables } from './programs.tables.js';

/** SQL: a row where the member `:member` directs the program. */
function directorship(program: string): string {
  return `select 1 from responsibilities r
    where r.organization_id = :organization and r.member_id = :member::uuid and r.role = 'program_director'
      and r.scope = 'program' and r.program_id = ${program} and r.ended_at is null`;
}

/**
 * The policy of a program's content: OWNER, ADMIN and an organization-scoped program_director reach that of every program,
 * a program-scoped one that of the programs that are assigned to them. All staff may read programs, so the refusal of
 * another program's content is 403, not 404. `program` selects the program's id by the row `t` of the table.
 */
export function programContent(noun: string, tables: Tables, table: string, program?: string): TargetPolicy {
  const find = tables
    .statement(
      `find_program_of_${table}`,
      { id: 'uuid', member: 'uuid' },
      `with p as (${program ?? `select t.program_id as id from ${table} t`}
         where t.organization_id = :organization and t.id = :id)
       select exists (${directorship('p.id')}) as "isDirected" from p`,
    )
    .returning<{ isDirected: boolean }>();
  return {
    notFound: `The ${noun} does not exist in the organization.`,
    authorize: async (scope, id) => {
      const { caller } = scope;
      const [row] = await scope.query(find, { id, member: caller.memberId });
      if (!row) throw notFound();
      if (!isAdministrator(caller) && !isOrganizationDirector(caller) && !row.isDirected) throw forbidden();
    },
  };
}

export const ownProgram = programContent('program', programTables, 'programs', 'select t.id from programs t');

const findDirected = programTables.statement(
  'find_directed_program',
  { program: 'uuid', member: 'uuid' },
  directorship(':program::uuid'),
);

/**
 * The same rule where the body names the program, or the row that a service has read: throws 403 for a program-scoped
 * director of others. What belongs to no program is the organization's.
 */
export async function checkProgramContent(scope: Scope, program: string | null): Promise<void> {
  if (!(await mayChangeContent(scope, program))) throw forbidden();
}

/** Whether the caller may change the content of the program, or of the organization where there is none. */
export async function mayChangeContent(scope: Scope, program: string | null): Promise<boolean> {
  const { caller } = scope;
  if (isAdministrator(caller) || isOrganizationDirector(caller)) return true;
  return program !== null && (await scope.query(findDirected, { program, member: caller.memberId })).length > 0;
}
