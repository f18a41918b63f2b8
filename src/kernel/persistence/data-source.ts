import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { migrations } from '../../../migrations/list.js';
import { SnakeNames } from './snake-names.js';

// Calendar dates stay strings: a Date would shift them by the process's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** How long a request waits for its turn, and then for a new connection. */
export const CONNECTION_TIMEOUT_MS = 5_000;

const ignoreErrors = (client: pg.Client) => client.on('error', () => undefined);

export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    synchronize: false,
    migrations,
    migrationsRun: false,
    namingStrategy: new SnakeNames(),
    poolSize,
    applicationName: 'delivery-service',
    // pipeline: statements do not wait for earlier results. query_timeout: for a connection that no longer responds.
    // onConnect: between two listeners of its users, an error of a connection would crash the process.
    extra: {
      pipeline: true,
      connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
      query_timeout: 30_000,
      onConnect: ignoreErrors,
    },
  };
}
