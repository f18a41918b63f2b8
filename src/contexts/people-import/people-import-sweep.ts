import { Injectable } from '@nestjs/common';
import { deleteOlder, JobWorker, Sweep } from '#kernel/jobs';
import { firstIdAt, type TenantSession } from '#kernel/persistence';
import { VALID_FOR_MS } from './people-import.service.js';
import { peopleImportTables } from './people-import.tables.js';

const RETENTION_MS = VALID_FOR_MS + 30 * 86_400_000;

const deleteOldRows = deleteOlder(peopleImportTables, 'people_import_rows');

/** Deletes the rows of imports 30 days after they expired. The imports stay, with their counts. */
@Injectable()
export class PeopleImportSweep extends Sweep {
  readonly name = 'people_import_rows';

  constructor(jobs: JobWorker) {
    super();
    jobs.add(this);
  }

  protected sweep(tenant: TenantSession, now: Date): Promise<number> {
    return tenant.execute(deleteOldRows, { before: firstIdAt(now.getTime() - RETENTION_MS) });
  }
}
