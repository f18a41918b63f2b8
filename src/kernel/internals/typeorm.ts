// Depends on TypeORM 1.1 with its postgres driver.
import type { Pool } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

/** Tells a runner about a transaction that it did not begin: it refuses row locks outside of transactions. */
export function setTransactionActive(runner: QueryRunner, active: boolean): void {
  (runner as { isTransactionActive: boolean }).isTransactionActive = active;
}
