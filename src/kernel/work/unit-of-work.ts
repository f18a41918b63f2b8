import type { Caller } from '../access/caller.js';
import { sentFields } from '../fields/sent-fields.js';
import { eventData, type EventSource } from '../events/event-data.js';
import type { EventDeclaration } from '../events/event.js';
import type { EntityClass } from '../internals/typeorm.js';
import type { Changes } from '../persistence/field-changes.js';
import type { Connection } from '../persistence/connection.js';
import { changedColumns, rowForms } from '../persistence/row-statements.js';
import type { Lifecycle } from './lifecycle.js';
import { RowWrites } from './row-writes.js';
import type { Change, NewRow, TenantEntity } from '../persistence/tenant-entity.js';

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
interface Recordable<Data extends object, Name extends string> {
  readonly action: string;
  readonly targetType: string;
  readonly event: EventDeclaration<Data, Name>;
}

type FieldsOf<Row> = readonly (keyof Row & string)[];

/** A record whose data are not those of one row. */
interface OwnRecord<Data extends object> {
  targetId: string;
  changes?: Changes;
  data: Data;
}

/**
 * Every write takes a unit of work. Row changes are queued and sent in order: before the next statement, or with the
 * COMMIT. Only the write runner creates one.
 */
export class UnitOfWork extends RowWrites {
  private recorded: ChangeRecord | undefined;
  private anonymous = false;
  /** The records of `recordAlso` and `recordFact`, in that order. */
  readonly furtherRecords: FurtherRecord[] = [];

  constructor(
    caller: Caller,
    now: Date,
    connection: Connection,
    readonly correlationId: string,
  ) {
    super(caller, now, connection);
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
    entity: EntityClass<Entity>,
    row: Row,
    request: Change<Entity>,
    event: EventDeclaration<Data, Name> & Recordability<Row & More, Omit<Data, 'fields'>, Name>,
    more?: More,
  ): Row {
    const sent = sentFields(request);
    const fields = changedColumns(rowForms(entity), sent);
    if (fields.length === 0) {
      this.recordWithoutEvent(row.id);
      return row;
    }
    const patched = this.change(entity, row, sent);
    this.record(event, { ...patched, ...more, fields } as unknown as EventSource<Data, Name>);
    return patched;
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
    entity: EntityClass<Entity>,
    idOrRow: string | Entity,
    lifecycle: Lifecycle<Entity['status']>,
    to: Entity['status'],
    event: EventDeclaration<Data, Name> & Recordability<Entity & More, Data, Name>,
    change: Change<Entity> = {},
    more?: More,
  ): Promise<Entity> {
    const row = typeof idOrRow === 'string' ? await this.getForUpdate(entity, idOrRow) : idOrRow;
    lifecycle.checkMove(row.status, to);
    const moved = this.change(entity, row, { status: to, ...change });
    this.record(event, { ...moved, ...more } as unknown as EventSource<Data, Name>);
    return moved;
  }

  /**
   * Records the change, once, with its event: the data are the fields of `row` that the event's class names, where the
   * field that names the resource is the row's id. `changes`, or the fields of the row that it names, are added to those
   * that `change` found.
   *
   *     const course = uow.insert(CourseEntity, { ...request, programId, position, status: 'draft' });
   *     uow.record(createCourse.event, course, ['programId', 'position']);
   */
  record<Data extends object, Name extends string, Row extends EventSource<Data, Name>>(
    event: EventDeclaration<Data, Name>,
    row: Row,
    changes?: Changes | FieldsOf<Row>,
  ): void;
  /** Records data that are not those of one row. */
  record<Data extends object>(event: EventDeclaration<Data>, record: OwnRecord<Data>): void;
  record<Data extends object, Name extends string>(
    event: EventDeclaration<Data, Name>,
    recorded: EventSource<Data, Name> | OwnRecord<Data>,
    changes?: Changes | readonly string[],
  ): void {
    const { data, ...record } = ownRecord(event, recorded, changes);
    this.keep({ ...record, event: { declaration: event, data } });
  }

  /**
   * Records what nothing may join to who did it: the entry has no actor and a correlation id of its own, and the
   * Idempotency-Key keeps nothing of the body. A replay is not told that its body differs.
   */
  recordAnonymously<Data extends object>(event: EventDeclaration<Data>, record: OwnRecord<Data>): void {
    this.anonymous = true;
    this.record(event, record);
  }

  /** Whether the record must not tell who made the change. */
  get isAnonymous(): boolean {
    return this.anonymous;
  }

  recordWithoutEvent(targetId: string, changes: Changes = {}): void {
    this.keep({ targetId, changes, event: null });
  }

  /**
   * Records a further resource that the write changed: the audit entry and the event that `operation`, which changes it
   * alone, records; the arguments are those of `record`. The declaration of the write lists the event in `alsoEvents`.
   */
  recordAlso<Data extends object, Name extends string, Row extends EventSource<Data, Name> | OwnRecord<Data>>(
    { action, targetType, event }: Recordable<Data, Name>,
    recorded: Row,
    changes?: Changes | FieldsOf<Row>,
  ): void {
    const { data, ...record } = ownRecord(event, recorded, changes);
    this.furtherRecords.push({ entry: { action, targetType, ...record }, event: { declaration: event, data } });
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

  private keep(record: ChangeRecord): void {
    if (this.recorded) throw new Error('an operation records exactly one change');
    this.recorded = record;
  }
}

function ownRecord<Data extends object, Name extends string>(
  event: EventDeclaration<Data, Name>,
  recorded: EventSource<Data, Name> | OwnRecord<Data>,
  given: Changes | readonly string[] = {},
): Required<OwnRecord<Data>> {
  const changes = Array.isArray(given) ? picked(recorded, given as readonly string[]) : (given as Changes);
  if ('targetId' in recorded && 'data' in recorded) return { changes, ...recorded };
  return { targetId: recorded.id, changes, data: eventData(event, recorded) };
}

function picked(row: object, fields: readonly string[]): Changes {
  return Object.fromEntries(fields.map((field) => [field, (row as Changes)[field]]));
}
