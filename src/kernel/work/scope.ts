import type { Caller } from '../access/caller.js';
import { notFound } from '../errors/service-error.js';
import type { EntityClass } from '../internals/typeorm.js';
import type { Page, PageQuery } from '../lists/page.js';
import type { Connection } from '../persistence/connection.js';
import type { List } from '../persistence/list.js';
import { rowForms, rowOf } from '../persistence/row-statements.js';
import type { TenantEntity } from '../persistence/tenant-entity.js';
import { TenantSession } from '../persistence/tenant-session.js';

/**
 * Every read takes a scope: the tenant, the caller, and the connection whose transaction is set to that tenant. Only the
 * kernel creates one, so that a repository cannot read without a tenant or outside of the transaction.
 */
export class Scope extends TenantSession {
  constructor(
    readonly caller: Caller,
    /** The instant of the request, which all of its timestamps and deadlines use. */
    readonly now: Date,
    connection: Connection,
    private readonly standbyAsOf?: Promise<Date>,
  ) {
    super(caller.organizationId, connection);
  }

  /** The instant of the data: every change before it is read. On a standby it is before `now`. */
  async asOf(): Promise<Date> {
    return this.standbyAsOf ?? this.now;
  }

  /** Gets the organization's row by id. Throws 404. */
  async get<Entity extends TenantEntity>(entity: EntityClass<Entity>, id: string): Promise<Entity> {
    const row = await this.find(entity, id);
    if (row === null) throw notFound();
    return row;
  }

  find<Entity extends TenantEntity>(entity: EntityClass<Entity>, id: string): Promise<Entity | null> {
    return this.row(entity, id, 'select');
  }

  /** A page of a list; `toItems` maps the rows that it shows. Throws 400 for a cursor of another list. */
  async list<Row extends object, Values extends object, Item = Row>(
    list: List<Row, Values>,
    query: PageQuery & Values,
    toItems?: (rows: Row[]) => Item[] | Promise<Item[]>,
  ): Promise<Page<Item>> {
    const page = list.page(await this.listRows(list, query), query);
    return { ...page, items: toItems ? await toItems(page.items) : (page.items as unknown as Item[]) };
  }

  /** The rows of a page and one more, if there is a next page: for a list that adds rows of its own. */
  listRows<Row extends object, Values extends object>(
    list: List<Row, Values>,
    query: PageQuery & Values,
  ): Promise<Row[]> {
    const { statement, values } = list.ask(query);
    return this.query(statement, values);
  }

  protected async row<Entity extends TenantEntity>(
    entity: EntityClass<Entity>,
    id: string,
    form: 'select' | 'lock',
  ): Promise<Entity | null> {
    const forms = rowForms(entity);
    this.flush();
    const { rows } = await this.connection.send<Record<string, unknown>>(forms[form], [this.organizationId, id]);
    return rows.length === 0 ? null : rowOf<Entity>(forms, rows[0]);
  }
}
