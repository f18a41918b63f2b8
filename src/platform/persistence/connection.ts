import type { Duplex } from 'node:stream';
import type { Client, QueryResult } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { isEcho } from './database-errors.js';
import { ask, type Statement, type StatementForm, type Value } from './statement.js';

/**
 * One checked-out connection. Statements are queued without waiting for earlier answers, so that what is sent
 * together travels together; `settle` waits for all of them and throws the first real failure.
 */
export class Connection {
  private underWay: Promise<unknown>[] = [];
  private begun: Promise<unknown> = Promise.resolve();
  private corked = false;
  private over = false;

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

  /** TypeORM's manager on this connection. It refuses row locks outside of a transaction that it knows of. */
  get manager(): EntityManager {
    this.mustBeHeld();
    (this.runner as { isTransactionActive: boolean }).isTransactionActive = true;
    return this.runner.manager;
  }

  send<Row>(sent: Statement<Row>, values: readonly Value[]): Promise<QueryResult<Row & object>> {
    this.mustBeHeld();
    this.gather();
    return this.track(ask(this.client, sent, values, this.form));
  }

  /** Queues BEGIN; whatever is sent after it is sent without waiting. */
  begin(modes = ''): void {
    this.begun = this.control(`begin ${modes}`);
  }

  /** For statements that no row-level security would stop, had BEGIN failed: then they would commit by themselves. */
  async sendWithin<Row>(sent: Statement<Row>, values: readonly Value[]): Promise<QueryResult<Row & object>> {
    await this.begun;
    return this.send(sent, values);
  }

  /** COMMIT, ROLLBACK and settings of the transaction: no parameters, no plan. */
  control(text: string): Promise<QueryResult> {
    this.gather();
    return this.track(this.client.query(text));
  }

  async settle(): Promise<void> {
    const sent = this.underWay;
    this.underWay = [];
    const failures = (await Promise.allSettled(sent)).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    if (failures.length > 0) throw failures.find((failure) => !isEcho(failure)) ?? failures[0];
  }

  /** The failure behind an answer that only says that the transaction had failed before. */
  async causeOf(error: unknown): Promise<unknown> {
    if (!isEcho(error)) return error;
    return this.settle().then(
      () => error,
      (cause: unknown) => cause,
    );
  }

  /** Ends what is open and gives the connection back; one that is broken, or still in the transaction, is discarded. */
  async rollback(): Promise<void> {
    this.over = true;
    const ended = this.client.query('rollback').catch((): void => void this.client.end().catch(() => undefined));
    await Promise.allSettled([...this.underWay, ended]);
    await this.release();
  }

  async release(): Promise<void> {
    this.over = true;
    (this.runner as { isTransactionActive: boolean }).isTransactionActive = false;
    if (!this.runner.isReleased) await this.runner.release();
    this.onRelease();
  }

  /** What is queued before the event loop turns leaves in one packet, so that it is one flight on the wire as well. */
  private gather(): void {
    if (this.corked) return;
    const { stream } = (this.client as unknown as { connection: { stream: Duplex } }).connection;
    this.corked = true;
    stream.cork();
    process.nextTick(() => {
      this.corked = false;
      stream.uncork();
    });
  }

  /**
   * Work may still go on when its unit is over: a read whose caller turns out not to reach the resource. Whatever it
   * sent then would land in the transaction of whoever has the connection next.
   */
  private mustBeHeld(): void {
    if (this.over) throw new Error('the unit of work is over');
  }

  private track<T>(answer: Promise<T>): Promise<T> {
    // Its failure is thrown by settle(), or by whoever awaits it; it must not count as unhandled meanwhile.
    answer.catch(() => undefined);
    this.underWay.push(answer);
    return answer;
  }
}
