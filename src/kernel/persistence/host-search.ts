import { Logger } from '@nestjs/common';
import pg from 'pg';
import type { DatabaseHost, Target } from './database-url.js';
import { isServerAnswer } from './database-errors.js';

/** A host that took this share of its time has not answered in time: a timer may fire a little early. */
const ALMOST = 0.9;
/** How long a host that did not answer in time is tried after the others. */
const AVOIDED_MS = 30_000;

/** sqlclient_unable_to_establish_sqlconnection */
const CANNOT_CONNECT = '08001';

interface ServerState {
  isPrimary: boolean;
  isWritable: boolean;
}

/** Finds the server for each new connection: the first host of the URL that is up and of the wanted kind. */
export class HostSearch {
  private readonly logger = new Logger(HostSearch.name);
  private readonly silentSince = new Map<DatabaseHost, number>();
  private searching: Promise<DatabaseHost> | undefined;
  private latest: DatabaseHost | undefined;

  constructor(
    private readonly hosts: readonly DatabaseHost[],
    private readonly target: Target,
    private readonly hostTimeoutMs: number,
  ) {}

  /** Connections that are opened at the same time share a search. */
  find(): Promise<DatabaseHost> {
    this.searching ??= this.search().finally(() => (this.searching = undefined));
    return this.searching;
  }

  private async search(): Promise<DatabaseHost> {
    const refusals: string[] = [];
    for (const host of this.inOrder()) {
      const refusal = await this.refusalOf(host);
      if (refusal === undefined) return this.found(host);
      refusals.push(`${host.host}:${host.port} ${refusal}`);
    }
    throw Object.assign(new Error(refusals.join('; ')), { code: CANNOT_CONNECT });
  }

  private inOrder(): DatabaseHost[] {
    const isSilent = (host: DatabaseHost): boolean => {
      return performance.now() - (this.silentSince.get(host) ?? -Infinity) < AVOIDED_MS;
    };
    return [...this.hosts.filter((host) => !isSilent(host)), ...this.hosts.filter(isSilent)];
  }

  /** Why the host is not used; undefined if it is. Throws what no other host would answer differently, as libpq does. */
  private async refusalOf(host: DatabaseHost): Promise<string | undefined> {
    const startedAt = performance.now();
    try {
      const { isPrimary, isWritable } = await this.ask(host);
      if (this.target === 'primary' && !isPrimary) return 'is a standby';
      return this.target === 'read-write' && !isWritable ? 'accepts no writes' : undefined;
    } catch (error) {
      if (isServerAnswer(error)) throw error;
      if (performance.now() - startedAt >= this.hostTimeoutMs * ALMOST) this.silentSince.set(host, performance.now());
      const { message, code } = error as { message: string; code?: string };
      return `does not answer: ${message || code}`;
    }
  }

  private async ask({ url }: DatabaseHost): Promise<ServerState> {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'delivery-service',
      connectionTimeoutMillis: this.hostTimeoutMs,
      query_timeout: this.hostTimeoutMs,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<ServerState>(
        `select not pg_is_in_recovery() as "isPrimary", current_setting('transaction_read_only') = 'off' as "isWritable"`,
      );
      return rows[0];
    } finally {
      client.end().catch(() => undefined);
    }
  }

  private found(host: DatabaseHost): DatabaseHost {
    if (this.latest && this.latest !== host) this.logger.warn(`the database is now at ${host.host}:${host.port}`);
    this.latest = host;
    return host;
  }
}
