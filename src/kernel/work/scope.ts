import type { EntityManager, EntityTarget } from 'typeorm';
import type { Caller } from '../access/caller.js';
import { notFound } from '../errors/service-error.js';
import type { Connection } from '../persistence/connection.js';
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

  get manager(): EntityManager {
    this.flush();
    return this.connection.manager;
  }

  /** Gets the organization's row by id. Throws 404. */
  async get<Entity extends TenantEntity>(entity: EntityTarget<Entity>, id: string): Promise<Entity> {
    const row = await this.find(entity, id);
    if (row === null) throw notFound();
    return row;
  }

  find<Entity extends TenantEntity>(entity: EntityTarget<Entity>, id: string): Promise<Entity | null> {
    return this.row(entity, id, 'select');
  }

  protected async row<Entity extends TenantEntity>(
    entity: EntityTarget<Entity>,
    id: string,
    form: 'select' | 'lock',
  ): Promise<Entity | null> {
    const forms = rowForms(this.connection.metadata(entity));
    this.flush();
    const { rows } = await this.connection.send<Record<string, unknown>>(forms[form], [this.organizationId, id]);
    return rows.length === 0 ? null : rowOf<Entity>(forms, rows[0]);
  }
}
