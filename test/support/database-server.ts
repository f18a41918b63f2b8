import type { CitusNodes } from './citus.js';

/** The server of the tests' databases: an embedded cluster, or the server in DATABASE_URL. */
export interface DatabaseServer {
  /** May create databases. */
  adminUrl: string;
  /** Owns the schema. */
  ownerUrl: string;
  /** For the service, through the pooler if there is one. */
  serviceUrl: string;
  /** For the service, without the pooler. */
  directUrl: string;
  /** Settings that every service needs for this connection. */
  settings: { DATABASE_STATEMENTS: 'named' | 'unnamed' };
  /** The migrated template of the test files' databases. */
  template: string;
  /** The nodes of a Citus cluster. It cannot copy a database: all test apps use the template itself. */
  citusNodes?: CitusNodes;
}

/** With the template's name it marks the folders in tmpdir() that the global teardown removes. */
export const DATA_DIR_SUFFIX = '-data';

const VARIABLE = 'DELIVERY_TEST_DATABASE_SERVER';

/** Passes the server from the global setup to the workers. */
export function announce(server: DatabaseServer): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export function announced(): DatabaseServer {
  return JSON.parse(process.env[VARIABLE] ?? '{}') as DatabaseServer;
}

/** Whether another program has set up the server, as that of the mutations does for all of its runs. */
export function isAnnounced(): boolean {
  return VARIABLE in process.env;
}

/** The same URL, of one host or several, with another database. */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^([a-z]+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${database}`);
}
