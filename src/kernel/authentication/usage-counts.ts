import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Caller } from '../access/caller.js';
import { Clock } from '../clock/clock.js';
import { FailureLog } from '../logging/failure-log.js';
import { kernelTables } from '../persistence/kernel.tables.js';
import { newId } from '../persistence/new-id.js';
import { Database } from '../work/database.js';

const WRITE_EVERY_MS = 60_000;
const THROTTLED = 429;

const addToUsage = kernelTables.statement(
  'add_to_api_usage',
  { id: 'uuid', key: 'uuid', day: 'date', counter: 'text', count: 'integer' },
  `insert into api_usages (organization_id, id, api_key_id, day, counter, count)
   values (:organization, :id, :key, :day, :counter, :count)
   on conflict (organization_id, api_key_id, day, counter) do update set count = api_usages.count + excluded.count`,
);

/** A request that has been answered. */
export interface CountedRequest {
  /** Absent for a request that is neither, such as a list of agent tools. */
  kind?: 'read' | 'write';
  /** Absent where the client did not wait for the response. */
  status?: number;
  replayed?: boolean;
}

/** The counters of one key and day, by name. */
type Counters = Map<string, number>;

/**
 * Counts requests by key and UTC day in memory and adds them to the database every minute, last when the process stops. A
 * process that is killed loses at most a minute.
 */
@Injectable()
export class UsageCounts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly failures = new FailureLog(UsageCounts.name);
  private timer: NodeJS.Timeout | undefined;
  private organizations = new Map<string, Map<string, Counters>>();
  private writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  count({ organizationId, apiKeyId }: Caller, { kind, status, replayed }: CountedRequest): void {
    // Sign-ins are persons, not programs.
    if (apiKeyId === null) return;
    const day = this.clock.now().toISOString().slice(0, 10);
    const counters = entry(
      entry(this.organizations, organizationId, () => new Map<string, Counters>()),
      `${apiKeyId} ${day}`,
      () => new Map<string, number>(),
    );
    add(counters, 'requests');
    if (kind) add(counters, `${kind}s`);
    if (replayed) add(counters, 'replays');
    if (status === THROTTLED) add(counters, 'throttled');
    else if (status !== undefined && status >= 400 && status < 500) add(counters, String(status));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.write();
  }

  /** Writes what was counted so far. What could not be written is counted again. */
  write(): Promise<void> {
    this.writing = this.writing.then(async () => {
      const counted = this.organizations;
      this.organizations = new Map();
      for (const [organization, keys] of counted) await this.writeOf(organization, keys);
    });
    return this.writing;
  }

  private async writeOf(organization: string, keys: ReadonlyMap<string, Counters>): Promise<void> {
    // In one order, so that processes that add to the same rows wait for each other without a deadlock.
    const rows = [...keys].flatMap(([place, counters]) =>
      [...counters].map(([counter, count]) => ({ place, counter, count })),
    );
    rows.sort((a, b) => (`${a.place} ${a.counter}` < `${b.place} ${b.counter}` ? -1 : 1));
    try {
      await this.database.inTenant(organization, async (tenant) => {
        for (const { place, counter, count } of rows) {
          const [key, day] = place.split(' ');
          await tenant.query(addToUsage, { id: newId(), key, day, counter, count });
        }
      });
    } catch (error) {
      this.failures.note('the usage of API keys was not recorded', error);
      const current = entry(this.organizations, organization, () => new Map<string, Counters>());
      for (const { place, counter, count } of rows) {
        add(
          entry(current, place, () => new Map<string, number>()),
          counter,
          count,
        );
      }
    }
  }
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, made: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const value = made();
  map.set(key, value);
  return value;
}

function add(counters: Counters, counter: string, count = 1): void {
  counters.set(counter, (counters.get(counter) ?? 0) + count);
}
