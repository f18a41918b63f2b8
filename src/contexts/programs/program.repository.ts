import { Injectable } from '@nestjs/common';
import type { Scope } from '#kernel/persistence/scope.js';
import type { ProgramStatusChangeEntity } from './program-status-change.entity.js';
import { programTables } from './programs.tables.js';

/** A status change and its position in the history. */
export type PlacedChange = Pick<ProgramStatusChangeEntity, 'position' | 'fromStatus' | 'toStatus'>;

const listLatestChanges = programTables
  .statement(
    'list_latest_program_changes',
    { program: 'uuid' },
    `select position, from_status as "fromStatus", to_status as "toStatus" from program_status_changes
     where organization_id = :organization and program_id = :program
     order by position desc limit 2`,
  )
  .returning<PlacedChange>();

@Injectable()
export class ProgramRepository {
  /** The last two status changes, latest first. */
  listLatestChanges(scope: Scope, program: string): Promise<PlacedChange[]> {
    return scope.query(listLatestChanges, { program });
  }
}
