import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { clientThatFinds } from '../internals/pg.js';
import { SnakeNames } from '../internals/typeorm.js';
import { parseDatabaseUrl, type DatabaseAddress, type Target } from './database-url.js';
import { HostSearch } from './host-search.js';

// Calendar dates stay strings: a Date would shift them by the process's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** How long a request waits for its turn, and then for a new connection. */
export const CONNECTION_TIMEOUT_MS = 5_000;

/** The search takes a share of the time to connect, so that some of it is left for the connection itself. */
function timeouts({ hosts, connectTimeoutMs }: DatabaseAddress): { hostMs: number; totalMs: number } {
  const steps = hosts.length + 1;
  const hostMs = connectTimeoutMs ?? CONNECTION_TIMEOUT_MS / steps;
  return { hostMs, totalMs: hostMs * steps };
}

/**
 * How connections are made. One host, of any kind, is connected to without a search. Where the URL does not say what is
 * wanted, several hosts are a primary and its standbys: the process would stay on a standby that happens to be found first.
 */
export function connectionOptions(
  address: DatabaseAddress,
  { target = address.target ?? (address.hosts.length > 1 ? 'read-write' : 'any') }: { target?: Target } = {},
): object {
  const { hosts, connectTimeoutMs } = address;
  if (hosts.length === 1 && target === 'any') {
    return { connectionTimeoutMillis: connectTimeoutMs ?? CONNECTION_TIMEOUT_MS };
  }
  const { hostMs, totalMs } = timeouts(address);
  const search = new HostSearch(hosts, target, hostMs);
  return { connectionTimeoutMillis: totalMs, Client: clientThatFinds(() => search.find()) };
}

const ignoreErrors = (client: pg.Client) => client.on('error', () => undefined);

/** `target`: which servers are used where the URL does not say. */
export function dataSourceOptions(
  url: string,
  poolSize: number,
  { target }: { target?: Target } = {},
): DataSourceOptions {
  const address = parseDatabaseUrl(url);
  return {
    type: 'postgres',
    url: address.hosts[0].url,
    synchronize: false,
    namingStrategy: new SnakeNames(),
    poolSize,
    applicationName: 'delivery-service',
    // pipeline: statements do not wait for earlier results. query_timeout: for a connection that no longer responds.
    // onConnect: between two listeners of its users, an error of a connection would crash the process.
    extra: {
      ...connectionOptions(address, { target: address.target ?? target }),
      pipeline: true,
      query_timeout: 30_000,
      onConnect: ignoreErrors,
    },
  };
}
