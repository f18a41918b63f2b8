import { Injectable } from '@nestjs/common';
import { JobWorker, Sweep } from '#kernel/jobs';
import { firstIdAt, type TenantSession } from '#kernel/persistence';
import { VALID_FOR_MS } from './people-import.service.js';
import { peopleImportTables } from './people-import.tables.js';

const RETENTION_MS = VALID_FOR_MS + 30 * 86_400_000;
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
export class PeopleImportSweep extends Sweep {
  readonly name = 'people_import_rows';
  protected readonly batch = BATCH;

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  protected sweep(tenant: TenantSession, now: Date): Promise<number> {
    return tenant.execute(deleteOldRows, { before: firstIdAt(now.getTime() - RETENTION_MS) });
  }
}
