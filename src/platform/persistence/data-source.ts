import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { SnakeNames } from './snake-names.js';

// Calendar dates stay strings: a Date would move them with the process's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const compiled = fileURLToPath(new URL('../../../', import.meta.url));

/** Where the compiled migrations are. */
export const migrations = [`${compiled}migrations/[0-9]*.js`];

/**
 * Between the pool's listener and the one of whoever takes the connection out there is a moment with neither. A server
 * that ends the connection just then would end the process; its queries fail and tell of it all the same.
 */
function listenForErrors(client: pg.Client): void {
  client.on('error', () => undefined);
}

/** How TypeORM reaches a database; the schema comes from migrations alone. */
export function dataSourceOptions(url: string, poolSize: number): DataSourceOptions {
  return {
    type: 'postgres',
    url,
    synchronize: false,
    migrationsRun: false,
    namingStrategy: new SnakeNames(),
    poolSize,
    applicationName: 'delivery-service',
    // Statements are queued without waiting for earlier answers; 30 s is a bound for a connection that went silent.
    extra: { pipeline: true, connectionTimeoutMillis: 5_000, query_timeout: 30_000, onConnect: listenForErrors },
  };
}
