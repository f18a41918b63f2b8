import type { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import { programTables } from './programs.tables.js';

/** A status change of the history. */
export type LoggedChange = Omit<ProgramStatusChangeEntity, 'organizationId' | 'id' | 'programId'>;

/** The last two status changes, latest first. */
export const listLatestChanges = programTables
  .statement(
    'list_latest_program_changes',
    { program: 'uuid' },
    `select position, from_status as "fromStatus", to_status as "toStatus", reason,
            changed_by as "changedBy", changed_at as "changedAt"
     from program_status_changes
     where organization_id = :organization and program_id = :program
     order by position desc limit 2`,
  )
  .returning<LoggedChange>();
