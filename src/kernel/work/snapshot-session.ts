import type { Arguments, Parameters, Statement } from '../persistence/statement.js';
import { TenantSession } from '../persistence/tenant-session.js';

/** A session of many reads. */
export class SnapshotSession extends TenantSession {
  static override readonly modes = 'isolation level repeatable read read only';

  /** Reads, and forgets the results of earlier statements, which a connection otherwise keeps until the end. */
  async read<Row, P extends Parameters>(statement: Statement<Row, P>, ...values: Arguments<P>): Promise<Row[]> {
    const rows = await this.query(statement, ...values);
    await this.connection.settle();
    return rows;
  }
}
