import type { UnitOfWork } from '#kernel/work';
import type { ProgramStatus } from './program.entity.js';
import { programTables } from './programs.tables.js';

// FOR SHARE: a concurrent archival waits; other readers of the status do not.
const lockProgram = programTables
  .statement(
    'lock_program_status',
    { program: 'uuid' },
    'select status from programs where organization_id = :organization and id = :program for share',
  )
  .returning<{ status: ProgramStatus }>();

/** The program's status, which cannot change until the end of the unit; undefined if the program does not exist. */
export async function lockProgramStatus(uow: UnitOfWork, program: string): Promise<ProgramStatus | undefined> {
  const [row] = await uow.query(lockProgram, { program });
  return row?.status;
}

// FOR NO KEY UPDATE: changes to the program's content wait for each other, and a concurrent archival for them.
const lockContent = programTables
  .statement(
    'lock_program_content',
    { program: 'uuid' },
    'select status from programs where organization_id = :organization and id = :program for no key update',
  )
  .returning<{ status: ProgramStatus }>();

/** The program's status; until the end of the unit, no other one changes the order or number of what the program contains. */
export async function lockProgramContent(uow: UnitOfWork, program: string): Promise<ProgramStatus | undefined> {
  const [row] = await uow.query(lockContent, { program });
  return row?.status;
}
