import type { EntityTarget } from 'typeorm';
import type { Caller } from '../access/caller.js';
import { notFound } from '../errors/service-error.js';
import type { Value } from '../internals/pg.js';
import { sentFields } from '../fields/sent-fields.js';
import { eventData, type EventSource } from '../events/event-data.js';
import type { EventDeclaration } from '../events/event.js';
import { fieldChanges, type Changes } from '../persistence/field-changes.js';
import type { Connection } from '../persistence/connection.js';
import { newId } from '../persistence/new-id.js';
import {
  changedColumns,
  completeRow,
  insertValues,
  recordsOf,
  rowForms,
  rowOf,
  updateValues,
  type RowStatement,
} from '../persistence/row-statements.js';
import { rowSetForms } from '../persistence/row-set-statements.js';
import type { Lifecycle } from './lifecycle.js';
import { Scope } from './scope.js';
import type { Arguments, Parameters, Statement } from '../persistence/statement.js';
import type { Change, InsertedRow, NewRow, TenantEntity } from '../persistence/tenant-entity.js';

/** The record of an operation's change, for the audit entry and the event. */
export interface ChangeRecord {
  targetId: string;
  changes: Changes;
  event: { declaration: EventDeclaration; data: object } | null;
}

/** An event besides the operation's own. */
export interface FurtherRecord {
  /** The audit entry of a further resource; null for what follows from the change without anybody's decision. */
  entry: { action: string; targetType: string; targetId: string; changes: Changes } | null;
  event: { declaration: EventDeclaration; data: object };
}

/** Nothing where the row has every field of the event's data; otherwise the fields that it lacks. */
type Recordability<Row, Data extends object, Name extends string> =
  Row extends EventSource<Data, Name> ? unknown : { lacks: Exclude<keyof EventSource<Data, Name>, keyof Row> };

/** An operation with an event, as far as its trail is concerned. */
interface Recordable<Data extends object> {
  readonly action: string;
  readonly targetType: string;
  readonly event: EventDeclaration<Data>;
}

/**
 * Every write takes a unit of work. Row changes are queued and sent in order: before the next statement, or with the
 * COMMIT. Only the write runner creates one.
 */
export class UnitOfWork extends Scope {
  /** `rowCount` is checked before the COMMIT where it is given. */
  private readonly queued: { statement: RowStatement; values: Value[]; rowCount?: number }[] = [];
  private readonly rowCounts: Promise<void>[] = [];
  private readonly fieldChanges: Changes = {};
  private recorded: ChangeRecord | undefined;
  /** The records of `recordAlso` and `recordFact`, in that order. */
  readonly furtherRecords: FurtherRecord[] = [];
  /** The row of the Idempotency-Key. */
  readonly keyId = newId();

  constructor(
    caller: Caller,
    now: Date,
    connection: Connection,
    readonly correlationId: string,
  ) {
    super(caller, now, connection);
  }

  newId(): string {
    return newId();
  }

  /** Gets the organization's row by id, locked FOR UPDATE. Throws 404. */
  async getForUpdate<Entity extends TenantEntity>(entity: EntityTarget<Entity>, id: string): Promise<Entity> {
    const row = await this.row(entity, id, 'lock');
    if (row === null) throw notFound();
    return row;
  }

  /** Gets the rows that exist, locked FOR UPDATE in order of their ids, by one statement. */
  async getAllForUpdate<Entity extends TenantEntity>(
    entity: EntityTarget<Entity>,
    ids: readonly string[],
  ): Promise<Entity[]> {
    const metadata = this.connection.metadata(entity);
    const { lockAll } = rowSetForms(metadata);
    this.flush();
    const { rows } = await this.connection.send<Record<string, unknown>>(lockAll, [this.organizationId, ids]);
    return rows.map((row) => rowOf<Entity>(rowForms(metadata), row));
  }

  /** Inserts a row and returns it complete: see `InsertedRow`. */
  insert<Entity extends TenantEntity>(entity: EntityTarget<Entity>, row: InsertedRow<Entity>): NewRow<Entity> {
    const forms = rowForms(this.connection.metadata(entity));
    const complete = completeRow<NewRow<Entity>>(forms, row, this.filledColumns(row));
    const values = insertValues(forms, this.organizationId, complete);
    this.queued.push({ statement: forms.insert, values });
    return complete;
  }

  /** Inserts any number of rows by one statement; returns them complete. */
  insertAll<Entity extends TenantEntity>(
    entity: EntityTarget<Entity>,
    rows: readonly InsertedRow<Entity>[],
  ): NewRow<Entity>[] {
    const metadata = this.connection.metadata(entity);
    const forms = rowForms(metadata);
    const complete = rows.map((row) => completeRow<NewRow<Entity>>(forms, row, this.filledColumns(row)));
    if (rows.length > 0) {
      const statement = rowSetForms(metadata).insertAll;
      const values = [this.organizationId, this.keyId, JSON.stringify(recordsOf(forms, complete))];
      this.queued.push({ statement, values });
    }
    return complete;
  }

  /** Updates a row and its `updatedAt`; what is undefined stays. Every `{from, to}` goes to the audit entry. Returns the row. */
  change<Entity extends TenantEntity, Row extends NewRow<Entity>>(
    entity: EntityTarget<Entity>,
    row: Row,
    change: Change<Entity>,
  ): Row {
    const metadata = this.connection.metadata(entity);
    const forms = rowForms(metadata);
    const timed = this.timed(row, change);
    const values = updateValues(forms, this.organizationId, row.id, timed);
    this.queued.push({ statement: forms.update, values, rowCount: 1 });
    Object.assign(this.fieldChanges, fieldChanges(metadata.target, row, sentFields(change)));
    return { ...row, ...timed };
  }

  /** The same change to any number of rows, by one statement. What it changes is not noted: see `recordAlso`. */
  changeAll<Entity extends TenantEntity, Row extends NewRow<Entity>>(
    entity: EntityTarget<Entity>,
    rows: readonly Row[],
    change: Change<Entity>,
  ): Row[] {
    if (rows.length === 0) return [];
    const metadata = this.connection.metadata(entity);
    const timed = this.timed(rows[0], change);
    const [organization, , ...values] = updateValues(rowForms(metadata), this.organizationId, rows[0].id, timed);
    const statement = rowSetForms(metadata).updateAll;
    const ids = rows.map(({ id }) => id);
    this.queued.push({ statement, values: [organization, ids, ...values], rowCount: rows.length });
    return rows.map((row) => ({ ...row, ...timed }));
  }

  /**
   * Updates the fields that a PATCH sent and records its event, whose data lists them. Without any field it records only
   * an audit entry. The data are fields of the updated row and of `more`. Returns the updated row.
   */
  patch<
    Entity extends TenantEntity,
    Row extends NewRow<Entity>,
    Data extends { fields: string[] },
    Name extends string,
    More extends object = object,
  >(
    entity: EntityTarget<Entity>,
    row: Row,
    request: Change<Entity>,
    event: EventDeclaration<Data, Name> & Recordability<Row & More, Omit<Data, 'fields'>, Name>,
    more?: More,
  ): Row {
    const sent = sentFields(request);
    const fields = changedColumns(rowForms(this.connection.metadata(entity)), sent);
    if (fields.length === 0) {
      this.recordWithoutEvent(row.id);
      return row;
    }
    const patched = this.change(entity, row, sent);
    this.record(event, { ...patched, ...more, fields } as unknown as EventSource<Data, Name>);
    return patched;
  }

  /** Queues a statement whose result is not needed. */
  queue<Row, P extends Parameters>(statement: Statement<Row, P>, ...[values]: Arguments<P>): void {
    this.queued.push({ statement, values: statement.encode(values ?? {}, this.organizationId) });
  }

  /**
   * Moves a row to another status: locks it, unless it is given, checks the move, changes the row and records the event,
   * whose data are fields of the changed row and of `more`. Throws 404, or 409 for a move that the lifecycle does not allow.
   *
   *     return uow.move(BlockerEntity, id, BLOCKER, 'resolved', resolveBlocker.event, { resolvedAt: uow.now });
   */
  async move<
    Entity extends TenantEntity & { status: string },
    Data extends object,
    Name extends string,
    More extends object = object,
  >(
    entity: EntityTarget<Entity>,
    idOrRow: string | Entity,
    lifecycle: Lifecycle<Entity['status']>,
    to: Entity['status'],
    event: EventDeclaration<Data, Name> & Recordability<Entity & More, Data, Name>,
    change: Change<Entity> = {},
    more?: More,
  ): Promise<Entity> {
    const row = typeof idOrRow === 'string' ? await this.getForUpdate(entity, idOrRow) : idOrRow;
    lifecycle.checkMove(row.status, to);
    const moved = this.change(entity, row, { status: to, ...change } as Change<Entity>);
    this.record(event, { ...moved, ...more } as unknown as EventSource<Data, Name>);
    return moved;
  }

  /**
   * Records the change, once, with its event: the data are the fields of `row` that the event's class names, where the
   * field that names the resource is the row's id. `changes` are added to those that `change` found.
   *
   *     const course = uow.insert(CourseEntity, { ...request, programId, position, status: 'draft' });
   *     uow.record(createCourse.event, course, { programId, position });
   */
  record<Data extends object, Name extends string>(
    event: EventDeclaration<Data, Name>,
    row: EventSource<Data, Name>,
    changes?: Changes,
  ): void;
  /** Records data that are not those of one row. */
  record<Data extends object>(
    event: EventDeclaration<Data>,
    record: { targetId: string; changes?: Changes; data: Data },
  ): void;
  record<Data extends object, Name extends string>(
    event: EventDeclaration<Data, Name>,
    recorded: EventSource<Data, Name> | { targetId: string; changes?: Changes; data: Data },
    changes: Changes = {},
  ): void {
    if ('targetId' in recorded && 'data' in recorded) {
      const { targetId, changes: given = {}, data } = recorded;
      this.keep({ targetId, changes: given, event: { declaration: event, data } });
    } else {
      const row = recorded as EventSource<Data, Name>;
      this.keep({ targetId: row.id, changes, event: { declaration: event, data: eventData(event, row) } });
    }
  }

  recordWithoutEvent(targetId: string, changes: Changes = {}): void {
    this.keep({ targetId, changes, event: null });
  }

  /**
   * Records a further resource that the write changed: the audit entry and the event that `operation`, which changes it
   * alone, records. The declaration of the write lists the event in `alsoEvents`.
   */
  recordAlso<Data extends object>(
    { action, targetType, event }: Recordable<Data>,
    { targetId, changes = {}, data }: { targetId: string; changes?: Changes; data: Data },
  ): void {
    const entry = { action, targetType, targetId, changes };
    this.furtherRecords.push({ entry, event: { declaration: event, data } });
  }

  /**
   * Records the event of what follows from the change without anybody's decision. It has no audit entry of its own: the
   * `changes` of the operation's entry name it. The declaration of the write lists the event in `alsoEvents`.
   */
  recordFact<Data extends object>(event: EventDeclaration<Data>, data: Data): void {
    this.furtherRecords.push({ entry: null, event: { declaration: event, data } });
  }

  /** For the runner, which checks it against the declaration. */
  get changeRecord(): ChangeRecord | undefined {
    return this.recorded && { ...this.recorded, changes: { ...this.fieldChanges, ...this.recorded.changes } };
  }

  protected override flush(): void {
    for (const { statement, values, rowCount: expected } of this.queued.splice(0)) {
      const answer = this.connection.send(statement, values);
      if (expected === undefined) continue;
      this.rowCounts.push(answer.then(({ rowCount }) => expectRows(statement, expected, rowCount)));
    }
    for (const count of this.rowCounts) count.catch(() => undefined);
  }

  /** Sends what is queued. Waits only for row counts that must be checked before the COMMIT. */
  async complete(): Promise<void> {
    this.flush();
    if (this.rowCounts.length === 0) return;
    await this.connection.settle();
    await Promise.all(this.rowCounts);
  }

  private timed<Change extends object>(row: object, change: Change): Partial<Change> {
    return sentFields('updatedAt' in row ? { ...change, updatedAt: this.now } : change);
  }

  private filledColumns(row: { id?: string }): Record<string, unknown> {
    const { now } = this;
    return { id: row.id ?? newId(), createdBy: this.caller.accountId, createdAt: now, updatedAt: now };
  }

  private keep(record: ChangeRecord): void {
    if (this.recorded) throw new Error('an operation records exactly one change');
    this.recorded = record;
  }
}

function expectRows({ name }: RowStatement, expected: number, rowCount: number | null): void {
  if (rowCount !== expected) throw new Error(`${name} changed ${rowCount ?? 0} rows instead of ${expected}`);
}
