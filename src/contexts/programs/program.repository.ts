import { Injectable } from '@nestjs/common';
import type { Scope } from '#kernel/work';
import type { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import { programTables } from './programs.tables.js';

/** A status change of the history. */
export type LoggedChange = Omit<ProgramStatusChangeEntity, 'organizationId' | 'id' | 'programId'>;

const listLatestChanges = programTables
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

@Injectable()
export class ProgramRepository {
  /** The last two status changes, latest first. */
  listLatestChanges(scope: Scope, program: string): Promise<LoggedChange[]> {
    return scope.query(listLatestChanges, { program });
  }
}
