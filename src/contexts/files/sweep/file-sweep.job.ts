import { Injectable, Logger } from '@nestjs/common';
import { type JobLease, JobWorker, ScheduledJob } from '#kernel/jobs';
import { newId } from '#kernel/persistence';
import { FileStore, type StoredKind } from '../store/file-store.js';
import { forgetStray, listKnown, listStrays, noteStray } from './file-sweep.statements.js';

const DAY_MS = 86_400_000;
const EVERY_MS = 7 * DAY_MS;
/** A sweep that is repeated after a crash is no second one. */
const BETWEEN_MS = 6 * DAY_MS;
const BATCH = 1_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Removes stored bytes without a row that needs them, such as an older backup of the database leaves, once two weekly sweeps
 * found them.
 */
@Injectable()
export class FileSweepJob extends ScheduledJob {
  readonly name = 'file_sweep';
  override readonly isEverywhere = true;
  override readonly takesLong = true;
  private readonly logger = new Logger(FileSweepJob.name);

  constructor(
    jobs: JobWorker,
    private readonly store: FileStore,
  ) {
    super();
    jobs.add(this);
  }

  async run(lease: JobLease): Promise<Date> {
    const removed = (await this.sweep(lease, 'objects')) + (await this.sweep(lease, 'parts'));
    if (removed > 0) this.logger.warn({ msg: 'removed stored files without a row', removed });
    return new Date(lease.now.getTime() + EVERY_MS);
  }

  /** Returns how many were removed. */
  private async sweep(lease: JobLease, kind: StoredKind): Promise<number> {
    const rows = await lease.inTenant((tenant) => tenant.query(listStrays, { kind }));
    const foundAt = new Map(rows.map((row) => [row.key, row.foundAt]));
    let removed = 0;
    for await (const keys of this.unknown(lease, kind)) {
      for (const key of keys) {
        const found = foundAt.get(key);
        if (found === undefined) {
          const stray = { id: newId(), kind, key, now: lease.now };
          await lease.inTenant((tenant) => tenant.execute(noteStray, stray));
        } else if (lease.now.getTime() - found.getTime() < BETWEEN_MS) {
          foundAt.delete(key);
        } else {
          await this.remove(lease.organizationId, kind, key);
          removed += 1;
        }
      }
    }
    // These were removed, or have a row by now.
    for (const key of foundAt.keys()) await lease.inTenant((tenant) => tenant.execute(forgetStray, { kind, key }));
    return removed;
  }

  /** The stored keys that no row needs, in batches. */
  private async *unknown(lease: JobLease, kind: StoredKind): AsyncGenerator<string[]> {
    let keys: string[] = [];
    const unknownOf = async (some: string[]) => {
      const rows = await lease.inTenant((tenant) => tenant.query(listKnown[kind], { keys: some }));
      const needed = new Set(rows.map((row) => row.key));
      return some.filter((key) => !needed.has(key));
    };
    for await (const key of this.store.listKeys(kind, lease.organizationId)) {
      if (UUID.test(key)) keys.push(key);
      if (keys.length < BATCH) continue;
      yield unknownOf(keys);
      keys = [];
    }
    yield unknownOf(keys);
  }

  private remove(organizationId: string, kind: StoredKind, key: string): Promise<void> {
    return kind === 'objects'
      ? this.store.removeObject({ organizationId, objectKey: key })
      : this.store.removeParts({ organizationId, uploadId: key });
  }
}
