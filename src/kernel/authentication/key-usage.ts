import { Injectable } from '@nestjs/common';
import { FailureLog } from '../logging/failure-log.js';
import { Database } from '../work/database.js';
import type { Caller } from '../access/caller.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import type { Arguments, Parameters, Statement, ValuesOf } from '../persistence/statement.js';

const WRITE_EVERY_MS = 5 * 60_000;
const SEEN_EVERY_MS = 60_000;
const REMEMBERED_KEYS = 10_000;

const upsertUsage = kernelTables.statement(
  'upsert_api_key_usage',
  { id: 'uuid', usedAt: 'timestamptz', writtenBefore: 'timestamptz' },
  `insert into api_key_usages (organization_id, id, last_used_at)
   values (:organization, :id, :usedAt)
   on conflict (organization_id, id) do update set last_used_at = excluded.last_used_at
   where api_key_usages.last_used_at <= :writtenBefore`,
);

const noteSeen = kernelTables.statement(
  'note_sign_in_seen',
  { id: 'uuid', usedAt: 'timestamptz', writtenBefore: 'timestamptz', idleSince: 'timestamptz' },
  'select note_sign_in_seen(:organization, :id, :usedAt, :writtenBefore, :idleSince)',
);

/**
 * Records when an API key was last used, every five minutes at most, and a sign-in, every minute: the map spares
 * statements, their condition decides.
 */
@Injectable()
export class KeyUsage {
  private readonly failures = new FailureLog(KeyUsage.name);
  private readonly written = new Map<string, number>();
  private readonly pending = new Set<Promise<void>>();

  constructor(private readonly database: Database) {}

  note({ organizationId, apiKeyId, signIn }: Caller, usedAt: Date, idleSince: Date): void {
    if (signIn) {
      const before = this.due(signIn.id, usedAt, SEEN_EVERY_MS);
      if (before) this.write(organizationId, noteSeen, { id: signIn.id, usedAt, writtenBefore: before, idleSince });
    } else if (apiKeyId !== null) {
      const before = this.due(apiKeyId, usedAt, WRITE_EVERY_MS);
      if (before) this.write(organizationId, upsertUsage, { id: apiKeyId, usedAt, writtenBefore: before });
    }
  }

  /** Before when it must have been written last, to be written now; undefined where it need not be. */
  private due(id: string, usedAt: Date, everyMs: number): Date | undefined {
    const last = this.written.get(id);
    if (last !== undefined && usedAt.getTime() - last < everyMs) return undefined;
    if (this.written.size >= REMEMBERED_KEYS) this.written.clear();
    this.written.set(id, usedAt.getTime());
    return new Date(usedAt.getTime() - everyMs);
  }

  private write<P extends Parameters>(
    organizationId: string,
    statement: Statement<unknown, P>,
    values: ValuesOf<P>,
  ): void {
    const write = this.database
      .inTenant(organizationId, (tenant) => tenant.execute(statement, ...([values] as Arguments<P>)))
      .then(
        () => undefined,
        (error: unknown) => this.failures.note('the last use of a key was not recorded', error),
      )
      .finally(() => this.pending.delete(write));
    this.pending.add(write);
  }

  /** Waits for pending writes before the pool closes. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.pending);
  }
}
