import { Injectable } from '@nestjs/common';
import { FailureLog } from '../logging/failure-log.js';
import { Database } from '../work/database.js';
import { kernelTables } from '../persistence/kernel.tables.js';

const WRITE_EVERY_MS = 5 * 60_000;
const REMEMBERED_KEYS = 10_000;

const upsertUsage = kernelTables.statement(
  'upsert_api_key_usage',
  { id: 'uuid', usedAt: 'timestamptz', writtenBefore: 'timestamptz' },
  `insert into api_key_usages (organization_id, id, last_used_at)
   values (:organization, :id, :usedAt)
   on conflict (organization_id, id) do update set last_used_at = excluded.last_used_at
   where api_key_usages.last_used_at <= :writtenBefore`,
);

/** Records when a key was last used, every five minutes at most: the map spares statements, their condition decides. */
@Injectable()
export class ApiKeyUsage {
  private readonly failures = new FailureLog(ApiKeyUsage.name);
  private readonly written = new Map<string, number>();
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  note(organizationId: string, apiKeyId: string, usedAt: Date): void {
    const last = this.written.get(apiKeyId);
    if (last !== undefined && usedAt.getTime() - last < WRITE_EVERY_MS) return;
    if (this.written.size >= REMEMBERED_KEYS) this.written.clear();
    this.written.set(apiKeyId, usedAt.getTime());
    const writtenBefore = new Date(usedAt.getTime() - WRITE_EVERY_MS);
    const write = this.database
      .inTenant(organizationId, (tenant) => tenant.query(upsertUsage, { id: apiKeyId, usedAt, writtenBefore }))
      .then(
        () => undefined,
        (error: unknown) => this.failures.note('the last use of an API key was not recorded', error),
      )
      .finally(() => this.pending.delete(write));
    this.pending.add(write);
  }

  /** Waits for pending writes before the pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }
}
