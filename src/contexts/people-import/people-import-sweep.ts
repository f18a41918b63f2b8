import { Injectable } from '@nestjs/common';
import { Clock } from '#kernel/clock';
import { Database, HourlySweep } from '#kernel/work';
import { firstIdAt } from '#kernel/persistence';
import { RoleSettings } from '#kernel/settings';
import { VALID_FOR_MS } from './people-import.service.js';
import { peopleImportTables } from './people-import.tables.js';

const RETENTION_MS = VALID_FOR_MS + 30 * 86_400_000;
/** Rows per statement: few enough to stay far below the statement timeout. */
const BATCH = 5_000;

// By id, which begins with the creation time, so that the primary key finds the old rows.
const deleteOldRows = peopleImportTables.statement(
  'delete_old_people_import_rows',
  { before: 'uuid' },
  `delete from people_import_rows where organization_id = :organization and id = any(array(
     select id from people_import_rows where organization_id = :organization and id < :before
     order by id limit ${BATCH}))`,
);

/** Deletes the rows of imports 30 days after they expired. The imports stay, with their counts. */
@Injectable()
export class PeopleImportSweep extends HourlySweep {
  constructor(
    database: Database,
    private readonly role: RoleSettings,
    private readonly clock: Clock,
  ) {
    super(database);
  }

  protected isNeeded(): boolean {
    return this.role.ROLE !== 'api';
  }

  protected async sweep(organizationId: string): Promise<number> {
    const before = firstIdAt(this.clock.now().getTime() - RETENTION_MS);
    let removed = 0;
    for (;;) {
      const deleted = await this.database.inTenant(organizationId, (tenant) =>
        tenant.execute(deleteOldRows, { before }),
      );
      removed += deleted;
      if (deleted < BATCH) return removed;
    }
  }
}
