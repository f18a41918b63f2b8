/** Where the tests' databases are made: an embedded cluster of their own, or the server that DATABASE_URL names. */
export interface DatabaseServer {
  /** May create databases. */
  adminUrl: string;
  /** Owns the schema. */
  ownerUrl: string;
  /** What the service connects as, through the pooler where there is one. */
  serviceUrl: string;
  /** The same, past the pooler. */
  directUrl: string;
  /** Settings that this way of connecting needs, for every service that is started. */
  settings: { DATABASE_STATEMENTS: 'named' | 'unnamed' };
  /** A migrated database that each test file's is copied from. */
  template: string;
}

const VARIABLE = 'DELIVERY_TEST_DATABASE_SERVER';

/** Hands the server from the global setup to the workers. */
export function announce(server: DatabaseServer): void {
  process.env[VARIABLE] = JSON.stringify(server);
}

export function announced(): DatabaseServer {
  return JSON.parse(process.env[VARIABLE] ?? '{}') as DatabaseServer;
}

/** The same URL with another database. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
