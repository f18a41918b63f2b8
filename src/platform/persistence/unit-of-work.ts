import type { EntityManager, EntityTarget } from 'typeorm';
import type { Caller } from '../access/caller.js';
import type { EventDeclaration } from '../events/event.js';
import type { Connection } from './connection.js';
import { newId } from './new-id.js';
import { insertRow, updateRow } from './row-statements.js';
import { Scope } from './scope.js';
import type { Statement, Value } from './statement.js';
import type { Change, NewRow, TenantEntity } from './tenant-entity.js';

/** What an operation tells of its change: the audit entry and, where it is a change that others follow, the event. */
export interface ChangeRecord {
  targetId: string;
  changes: Record<string, unknown>;
  event: { declaration: EventDeclaration; data: object } | null;
}

/**
 * What writes take. Rows are recorded here and sent together, in the order recorded: before the next read, or with
 * the COMMIT. Only the operation runner makes one.
 */
export class UnitOfWork extends Scope {
  private readonly outgoing: { statement: Statement; values: Value[]; oneRow: boolean }[] = [];
  private readonly counted: Promise<void>[] = [];
  private recorded: ChangeRecord | undefined;

  constructor(
    caller: Caller,
    now: Date,
    connection: Connection,
    readonly correlationId: string,
  ) {
    super(caller, now, connection);
  }

  /** A new id: see `new-id.ts`. */
  newId(): string {
    return newId();
  }

  insert<Entity extends TenantEntity>(entity: EntityTarget<Entity>, row: NewRow<Entity>): void {
    const metadata = this.connection.manager.dataSource.getMetadata(entity);
    const { statement, values } = insertRow(metadata, this.organizationId, row);
    this.outgoing.push({ statement, values, oneRow: false });
  }

  /** Changes one row, which must exist: its absence fails the whole unit. */
  update<Entity extends TenantEntity>(entity: EntityTarget<Entity>, id: string, change: Change<Entity>): void {
    const metadata = this.connection.manager.dataSource.getMetadata(entity);
    const key = { organizationId: this.organizationId, id };
    this.outgoing.push({ ...updateRow(metadata, key, change), oneRow: true });
  }

  /** Records a named statement to be sent with the rows; `$1` is the organization, as in `query`. */
  queue(statement: Statement, values: readonly Value[]): void {
    this.outgoing.push({ statement, values: [this.organizationId, ...values], oneRow: false });
  }

  /** Runs a named statement that changes rows at once; answers how many. */
  async execute(sent: Statement, values: readonly Value[] = []): Promise<number> {
    this.send();
    const { rowCount } = await this.connection.send(sent, [this.organizationId, ...values]);
    return rowCount ?? 0;
  }

  override get manager(): EntityManager {
    this.send();
    return super.manager;
  }

  override query<Row>(sent: Statement<Row>, values: readonly Value[] = []): Promise<Row[]> {
    this.send();
    return super.query(sent, values);
  }

  /** Runs a named statement on tables that no tenant owns: nothing is added to its values. */
  async queryGlobal<Row>(sent: Statement<Row>, values: readonly Value[]): Promise<Row[]> {
    this.send();
    const { rows } = await this.connection.sendWithin(sent, values);
    return rows;
  }

  /** Records the change that this operation makes, with its event. Exactly one record a write. */
  record<Data extends object>(
    event: EventDeclaration<Data>,
    change: { targetId: string; changes: Record<string, unknown>; data: Data },
  ): void {
    this.keep({ targetId: change.targetId, changes: change.changes, event: { declaration: event, data: change.data } });
  }

  /** Records a change that has an audit entry and no event. */
  recordQuietly(targetId: string, changes: Record<string, unknown>): void {
    this.keep({ targetId, changes, event: null });
  }

  /** What was recorded; for the runner, which checks it against the declaration. */
  get changeRecord(): ChangeRecord | undefined {
    return this.recorded;
  }

  /** Puts what was recorded on the wire. */
  send(): void {
    for (const { statement, values, oneRow } of this.outgoing.splice(0)) {
      const answer = this.connection.send(statement, values);
      if (oneRow) this.counted.push(answer.then(({ rowCount }) => expectOne(statement, rowCount)));
    }
    for (const count of this.counted) count.catch(() => undefined);
  }

  /** Sends what is left. Waits only where a row count must be seen before the COMMIT may follow. */
  async complete(): Promise<void> {
    this.send();
    if (this.counted.length === 0) return;
    await this.connection.settle();
    await Promise.all(this.counted);
  }

  private keep(record: ChangeRecord): void {
    if (this.recorded) throw new Error('an operation records exactly one change');
    this.recorded = record;
  }
}

function expectOne(statement: Statement, rowCount: number | null): void {
  if (rowCount !== 1) throw new Error(`${statement.name} changed ${rowCount ?? 0} rows instead of one`);
}
