import { notFound } from '../errors/service-error.js';
import { sentFields } from '../fields/sent-fields.js';
import type { Value } from '../internals/pg.js';
import type { EntityClass } from '../internals/typeorm.js';
import { fieldChanges, type Changes } from '../persistence/field-changes.js';
import { newId } from '../persistence/new-id.js';
import {
  completeRow,
  insertValues,
  recordsOf,
  rowForms,
  rowOf,
  updateValues,
  type RowStatement,
} from '../persistence/row-statements.js';
import type { Arguments, Parameters, Statement } from '../persistence/statement.js';
import type { Change, InsertedRow, NewRow, TenantEntity } from '../persistence/tenant-entity.js';
import { Scope } from './scope.js';

interface Precondition {
  targetId: string;
  check: () => Promise<void>;
}

/** The writes of a unit of work: they are queued and sent in order, before the next statement or with the COMMIT. */
export abstract class RowWrites extends Scope {
  /** `rowCount` is checked before the COMMIT where it is given. */
  private readonly queued: { statement: RowStatement; values: Value[]; rowCount?: number }[] = [];
  private readonly rowCounts: Promise<void>[] = [];
  protected readonly fieldChanges: Changes = {};
  private precondition: Precondition | undefined;
  /** The row of the Idempotency-Key. */
  readonly keyId = newId();

  /** For the runner of a conditional write: `check` is called when the row of the target is locked. */
  expect(precondition: Precondition): void {
    this.precondition = precondition;
  }

  /** Tells that the row with this id is locked, where a statement of its own has locked it. Throws 412 if a caller's If-Match says otherwise. */
  async locked(id: string): Promise<void> {
    const { precondition } = this;
    if (precondition?.targetId !== id) return;
    this.precondition = undefined;
    await precondition.check();
  }

  /** The account that made the change; null for the service itself. */
  get actorId(): string | null {
    return this.caller.accountId;
  }

  newId(): string {
    return newId();
  }

  /** Gets the organization's row by id, locked FOR UPDATE. Throws 404. */
  async getForUpdate<Entity extends TenantEntity>(entity: EntityClass<Entity>, id: string): Promise<Entity> {
    const row = await this.row(entity, id, 'lock');
    if (row === null) throw notFound();
    await this.locked(id);
    return row;
  }

  /** Gets the rows that exist, locked FOR UPDATE in order of their ids, by one statement. */
  async getAllForUpdate<Entity extends TenantEntity>(
    entity: EntityClass<Entity>,
    ids: readonly string[],
  ): Promise<Entity[]> {
    const forms = rowForms(entity);
    this.flush();
    const { rows } = await this.connection.send<Record<string, unknown>>(forms.lockAll, [this.organizationId, ids]);
    for (const id of ids) await this.locked(id);
    return rows.map((row) => rowOf<Entity>(forms, row));
  }

  /** Inserts a row and returns it complete: see `InsertedRow`. */
  insert<Entity extends TenantEntity>(entity: EntityClass<Entity>, row: InsertedRow<Entity>): NewRow<Entity> {
    const forms = rowForms(entity);
    const complete = completeRow<NewRow<Entity>>(forms, row, this.filledColumns(row));
    const values = insertValues(forms, this.organizationId, complete);
    this.queued.push({ statement: forms.insert, values });
    return complete;
  }

  /** Inserts any number of rows by one statement; returns them complete. */
  insertAll<Entity extends TenantEntity>(
    entity: EntityClass<Entity>,
    rows: readonly InsertedRow<Entity>[],
  ): NewRow<Entity>[] {
    const forms = rowForms(entity);
    const complete = rows.map((row) => completeRow<NewRow<Entity>>(forms, row, this.filledColumns(row)));
    if (rows.length > 0) {
      const values = [this.organizationId, this.keyId, JSON.stringify(recordsOf(forms, complete))];
      this.queued.push({ statement: forms.insertAll, values });
    }
    return complete;
  }

  /** Updates a row and its `updatedAt`; what is undefined stays. Every `{from, to}` goes to the audit entry. Returns the row. */
  change<Entity extends TenantEntity, Row extends NewRow<Entity>>(
    entity: EntityClass<Entity>,
    row: Row,
    change: Change<Entity>,
  ): Row {
    const forms = rowForms(entity);
    const timed = this.timed(row, change);
    const values = updateValues(forms, this.organizationId, row.id, timed);
    this.queued.push({ statement: forms.update, values, rowCount: 1 });
    Object.assign(this.fieldChanges, fieldChanges(entity, row, sentFields(change)));
    return { ...row, ...timed };
  }

  /** The same change to any number of rows, by one statement. What it changes is not noted: see `recordAlso`. */
  changeAll<Entity extends TenantEntity, Row extends NewRow<Entity>>(
    entity: EntityClass<Entity>,
    rows: readonly Row[],
    change: Change<Entity>,
  ): Row[] {
    if (rows.length === 0) return [];
    const forms = rowForms(entity);
    const timed = this.timed(rows[0], change);
    const [organization, , ...values] = updateValues(forms, this.organizationId, rows[0].id, timed);
    const ids = rows.map(({ id }) => id);
    this.queued.push({ statement: forms.updateAll, values: [organization, ids, ...values], rowCount: rows.length });
    return rows.map((row) => ({ ...row, ...timed }));
  }

  /** Queues a statement whose result is not needed. */
  queue<Row, P extends Parameters>(statement: Statement<Row, P>, ...[values]: Arguments<P>): void {
    this.queued.push({ statement, values: statement.encode(values ?? {}, this.organizationId) });
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
    if (this.precondition) throw new Error('a conditional write has not locked the row of its target');
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
}

function expectRows({ name }: RowStatement, expected: number, rowCount: number | null): void {
  if (rowCount !== expected) throw new Error(`${name} changed ${rowCount ?? 0} rows instead of ${expected}`);
}
