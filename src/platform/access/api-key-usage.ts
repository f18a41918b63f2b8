import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../persistence/database.js';
import { statement } from '../persistence/statement.js';

const WRITE_EVERY_MS = 5 * 60_000;
const REMEMBERED_KEYS = 10_000;

const upsertUsage = statement(
  'upsert_api_key_usage',
  `insert into api_key_usages (organization_id, id, last_used_at)
   values ($1, $2, $3)
   on conflict (organization_id, id) do update set last_used_at = excluded.last_used_at
   where api_key_usages.last_used_at <= $4`,
);

/**
 * Notes when a key was last used: at most every five minutes for each key, and outside the request that used it. A
 * process remembers what it noted, which spares the statement; the statement itself holds the rule for all processes.
 */
@Injectable()
export class ApiKeyUsage {
  private readonly logger = new Logger(ApiKeyUsage.name);
  private readonly written = new Map<string, number>();
  private readonly underWay = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  note(organizationId: string, apiKeyId: string, usedAt: Date): void {
    const last = this.written.get(apiKeyId);
    if (last !== undefined && usedAt.getTime() - last < WRITE_EVERY_MS) return;
    if (this.written.size >= REMEMBERED_KEYS) this.written.clear();
    this.written.set(apiKeyId, usedAt.getTime());
    const notedBefore = new Date(usedAt.getTime() - WRITE_EVERY_MS).toISOString();
    const write = this.database
      .inTenant(organizationId, (connection) =>
        connection.send(upsertUsage, [organizationId, apiKeyId, usedAt.toISOString(), notedBefore]),
      )
      .then(
        () => undefined,
        (error: unknown) => this.logger.warn(`last use of an API key not noted: ${String(error)}`),
      )
      .finally(() => this.underWay.delete(write));
    this.underWay.add(write);
  }

  /** Waits for what is being written, before the pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.underWay);
  }
}
