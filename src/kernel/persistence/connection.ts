import type { Client, QueryResult } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { ask, gatherWrites, type StatementForm, type Value } from '../internals/pg.js';
import { tracedStatement } from '../tracing/tracing.js';
import { isEcho } from './database-errors.js';
import type { RowStatement } from './row-statements.js';
import type { Statement } from './statement.js';

type Sendable<Row> = RowStatement & Pick<Statement<Row>, 'row'>;

/**
 * A checked-out connection. Statements are pipelined: they are sent without waiting for earlier results. `settle` waits
 * for all of them and throws the first error that is not merely a consequence of another.
 */
export class Connection {
  private pending: Promise<unknown>[] = [];
  private begun: Promise<unknown> = Promise.resolve();
  private gathering = false;
  private over = false;
  /** The earliest instant for which the transaction has scheduled a job. */
  jobDueAt: Date | undefined;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: Client,
    private readonly form: StatementForm,
    private readonly onRelease: () => void,
  ) {}

  static async open(dataSource: DataSource, form: StatementForm, onRelease: () => void): Promise<Connection> {
    const runner = dataSource.createQueryRunner();
    return new Connection(runner, (await runner.connect()) as Client, form, onRelease);
  }

  send<Row>(sent: Sendable<Row>, values: readonly Value[]): Promise<QueryResult<Row & object>> {
    this.mustBeOpen();
    this.gather();
    return this.track(ask(this.client, sent, values, this.form));
  }

  /** Queues BEGIN; later statements do not wait for it. */
  begin(modes = ''): void {
    this.begun = this.control(`begin ${modes}`);
  }

  /** Waits for BEGIN first: had it failed, a statement that row-level security does not stop would autocommit. */
  sendWithin<Row>(sent: Sendable<Row>, values: readonly Value[]): Promise<QueryResult<Row & object>> {
    return this.track(this.begun.then(() => this.send(sent, values)));
  }

  /** Sends COMMIT. Nothing can be sent after it: without a transaction it would be committed at once. */
  commit(): Promise<QueryResult> {
    const committed = this.control('commit');
    this.over = true;
    return committed;
  }

  /** Sends a statement in one packet with the COMMIT before it. Its failure does not count as one of the transaction. */
  sendAfterCommit<Row>(sent: Sendable<Row>): Promise<QueryResult<Row & object>> {
    const answer = ask<Row>(this.client, sent, [], this.form);
    answer.catch(() => undefined);
    return answer;
  }

  control(text: string): Promise<QueryResult> {
    this.gather();
    const [name] = text.split(' ');
    return this.track(tracedStatement(name, () => this.client.query(text)));
  }

  async settle(): Promise<void> {
    const sent = this.pending;
    this.pending = [];
    const failures = (await Promise.allSettled(sent)).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    if (failures.length > 0) throw failures.find((failure) => !isEcho(failure)) ?? failures[0];
  }

  /** The error that made the transaction fail, for an error that only reports that it has failed. */
  async causeOf(error: unknown): Promise<unknown> {
    if (!isEcho(error)) return error;
    return this.settle().then(
      () => error,
      (cause: unknown) => cause,
    );
  }

  /** Rolls back and releases the connection. One that cannot be rolled back, or is not to be kept, is closed. */
  async rollback({ keep }: { keep: boolean } = { keep: true }): Promise<void> {
    this.over = true;
    const ended = this.client.query('rollback').catch(() => this.close());
    await Promise.allSettled([...this.pending, ended]);
    if (!keep) this.close();
    await this.release();
  }

  async release(): Promise<void> {
    this.over = true;
    try {
      if (!this.runner.isReleased) await this.runner.release();
    } finally {
      this.onRelease();
    }
  }

  /** The pool keeps no connection that is closing. */
  private close(): void {
    this.client.end().catch(() => undefined);
  }

  /** Statements that are sent in the same tick leave in one packet. */
  private gather(): void {
    if (this.gathering) return;
    this.gathering = true;
    gatherWrites(this.client, () => (this.gathering = false));
  }

  /** A refused handler may still be running; its statements would end up in the connection's next transaction. */
  private mustBeOpen(): void {
    if (this.over) throw new Error('the unit of work is over');
  }

  private track<T>(answer: Promise<T>): Promise<T> {
    // settle() throws its error; until then it must not count as an unhandled rejection.
    answer.catch(() => undefined);
    this.pending.push(answer);
    return answer;
  }
}
