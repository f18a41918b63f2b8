import { Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { FailureLog } from '../logging/failure-log.js';
import { destroy } from '../internals/pg.js';
import { connectionOptions } from '../persistence/data-source.js';
import { parseDatabaseUrl } from '../persistence/database-url.js';
import type { OutboxSignal } from './outbox-signal.js';

const CHANNEL = 'delivery_service_events';
/** Events within this time are told by one notice. */
const COALESCED_MS = 10;
const QUERY_TIMEOUT_MS = 5_000;
const RETRY_AFTER_MS = 1_000;
const MAX_RETRY_AFTER_MS = 30_000;

const failures = new FailureLog('EventNotices');

/**
 * Tells the workers of other processes that an event for subscriptions was committed, by NOTIFY on a connection of its own,
 * after the write's transaction. Without a promise: whoever misses a notice finds the work when it polls.
 */
export class EventNotices implements BeforeApplicationShutdown {
  /** Connected or about to be; undefined between a loss and the next try. */
  private client: pg.Client | undefined;
  private readonly logger = new Logger(EventNotices.name);
  private connected = false;
  private interrupted = false;
  private retry: NodeJS.Timeout | undefined;
  private retryAfterMs = RETRY_AFTER_MS;
  private telling: NodeJS.Timeout | undefined;
  private stopped = false;
  private role: 'tells' | 'hears' = 'hears';

  /** `url` leads to the database itself, not through a pooler, which would lose the subscription; undefined: no notices. */
  constructor(
    private readonly url: string | undefined,
    private readonly signal: OutboxSignal,
  ) {}

  /** Whether notices arrive, or can be sent. */
  get isConnected(): boolean {
    return this.connected;
  }

  /** A process with a worker hears; one that does not tells. Resolves when connected, or when the first try has failed. */
  async start(role: 'tells' | 'hears'): Promise<void> {
    if (this.url === undefined) return;
    this.role = role;
    if (role === 'tells') this.signal.onCommit(() => this.tellSoon());
    await this.connect(this.url);
  }

  /** Connects anew: the server may be gone without a word. */
  renew(): void {
    if (this.client && this.url !== undefined) this.lost(this.client, this.url);
  }

  /** Not awaited: a server that no longer answers must not delay the stop. */
  beforeApplicationShutdown(): void {
    this.stopped = true;
    clearTimeout(this.retry);
    clearTimeout(this.telling);
    this.client?.end().catch(() => undefined);
  }

  private async connect(url: string): Promise<void> {
    const address = parseDatabaseUrl(url);
    const { Client = pg.Client, ...options } = connectionOptions(address) as { Client?: typeof pg.Client };
    const client = new Client({
      ...options,
      connectionString: address.hosts[0].url,
      application_name: 'delivery-service notices',
      keepAlive: true,
      // The start waits for the first statement.
      query_timeout: QUERY_TIMEOUT_MS,
    });
    this.client = client;
    client.on('error', (error) => this.lost(client, url, error));
    client.on('end', () => this.lost(client, url));
    client.on('notification', () => this.signal.committed());
    try {
      await client.connect();
      // NOTIFY writes nothing that must survive: no commit of a notice waits for the disk.
      await client.query(this.role === 'hears' ? `listen ${CHANNEL}` : 'set synchronous_commit = off');
    } catch (error) {
      this.lost(client, url, error);
      return;
    }
    if (this.client !== client) return;
    this.connected = true;
    if (this.interrupted) this.logger.log('notices of events again');
    this.interrupted = false;
    this.retryAfterMs = RETRY_AFTER_MS;
    // Events may have been committed while no process listened.
    if (this.role === 'hears') this.signal.committed();
  }

  private lost(client: pg.Client, url: string, error?: unknown): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    this.connected = false;
    destroy(client);
    this.interrupted = true;
    if (error !== undefined) failures.note('no notices of events: workers poll', error);
    this.retry = setTimeout(() => void this.connect(url), this.retryAfterMs).unref();
    this.retryAfterMs = Math.min(2 * this.retryAfterMs, MAX_RETRY_AFTER_MS);
  }

  private tellSoon(): void {
    this.telling ??= setTimeout(() => {
      this.telling = undefined;
      if (this.connected) this.client?.query(`notify ${CHANNEL}`).catch(() => undefined);
    }, COALESCED_MS).unref();
  }
}
