import type { QueryResult } from 'pg';
import type { Connection } from './connection.js';
import type { Arguments, Parameters, Statement } from './statement.js';
import { GLOBAL_TABLES } from './tables.js';

/** A class of sessions. */
export interface SessionKind<Session> {
  modes: string;
  new (organizationId: string, connection: Connection): Session;
}

/** A connection whose transaction is set to one organization, the value of `:organization`. Statements are pipelined. */
export class TenantSession {
  /** The modes of its transaction. */
  static readonly modes: string = '';

  constructor(
    readonly organizationId: string,
    protected readonly connection: Connection,
  ) {}

  query<Row, P extends Parameters>(statement: Statement<Row, P>, ...values: Arguments<P>): Promise<Row[]> {
    return quiet(this.run(statement, values[0]).then(({ rows }) => rows));
  }

  execute<Row, P extends Parameters>(statement: Statement<Row, P>, ...values: Arguments<P>): Promise<number> {
    return quiet(this.run(statement, values[0]).then(({ rowCount }) => rowCount ?? 0));
  }

  /** For sessions that go on in the transaction of another one. */
  protected static connectionOf(session: TenantSession): Connection {
    return session.connection;
  }

  /** The workers of this process are told of the job once the transaction is committed. */
  noteJob(dueAt: Date): void {
    const { jobDueAt } = this.connection;
    if (jobDueAt === undefined || dueAt < jobDueAt) this.connection.jobDueAt = dueAt;
  }

  /** Sends what a unit of work has queued, before a statement that may read it. */
  protected flush(): void {
    // Reads queue nothing.
  }

  private run<Row, P extends Parameters>(
    statement: Statement<Row, P>,
    values: object = {},
  ): Promise<QueryResult<Row & object>> {
    const encoded = statement.encode(values, this.organizationId);
    this.flush();
    // Row-level security does not restrict writes to most global tables: had BEGIN failed, they would autocommit.
    const isGlobal = statement.tables.writes.some((table) => GLOBAL_TABLES.includes(table));
    return isGlobal ? this.connection.sendWithin(statement, encoded) : this.connection.send(statement, encoded);
  }
}

/** The transaction reports the error: it must not count as an unhandled rejection where nobody awaits the result. */
function quiet<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return answer;
}
