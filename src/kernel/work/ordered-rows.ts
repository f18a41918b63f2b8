import { declaredEntity, type EntityClass } from '../internals/typeorm.js';
import type { Tables } from '../persistence/tables.js';
import type { InsertedRow, TenantEntity } from '../persistence/tenant-entity.js';
import type { Scope } from './scope.js';
import type { UnitOfWork } from './unit-of-work.js';

/**
 * The positions of an entity's rows among those of their parent that `where` selects, from 1. Whoever changes them holds the
 * lock of the parent.
 */
export function positionsOf<Entity extends TenantEntity & { position: number }>(
  tables: Tables,
  entity: EntityClass<Entity>,
  { of: parent, where }: { of: keyof Entity & string; where: string },
) {
  const { table, columns } = declaredEntity(entity);
  const column = columns.find(({ property }) => property === parent)?.name;
  const list = tables
    .statement(
      `list_order_of_${table}`,
      { parent: 'uuid' },
      `select id from ${table}
       where organization_id = :organization and ${column} = :parent and ${where} order by position, id`,
    )
    .returning<{ id: string }>();
  const number = tables.statement(
    `set_order_of_${table}`,
    { ids: 'uuid[]' },
    `update ${table} t set position = p.position
     from unnest(:ids::uuid[]) with ordinality as p (id, position)
     where t.organization_id = :organization and t.id = any(:ids::uuid[]) and t.id = p.id and t.position <> p.position`,
  );
  const positions = {
    /** The ids in order. */
    async list(scope: Scope, parentId: string): Promise<string[]> {
      return (await scope.query(list, { parent: parentId })).map(({ id }) => id);
    },
    /** Numbers the rows from 1. */
    set(uow: UnitOfWork, ids: readonly string[]): void {
      uow.queue(number, { ids });
    },
    /** The others close up. */
    async leave(uow: UnitOfWork, parentId: string, id: string): Promise<void> {
      const order = await positions.list(uow, parentId);
      positions.set(
        uow,
        order.filter((other) => other !== id),
      );
    },
    /** The others make room. Returns the new position: beyond the last one, the last. */
    async move(uow: UnitOfWork, parentId: string, id: string, position: number): Promise<number> {
      const order = (await positions.list(uow, parentId)).filter((other) => other !== id);
      order.splice(position - 1, 0, id);
      positions.set(uow, order);
      return order.indexOf(id) + 1;
    },
  };
  return positions;
}

/** Replaces the rows that belong to a parent; `rows` are in order. */
export function replacementOf<
  Entity extends TenantEntity & { position: number },
  const Parent extends keyof Entity & string,
>(tables: Tables, entity: EntityClass<Entity>, parent: Parent) {
  const { table, columns } = declaredEntity(entity);
  const column = columns.find(({ property }) => property === parent)?.name;
  const clear = tables.statement(
    `clear_${table}`,
    { parent: 'uuid' },
    `delete from ${table} where organization_id = :organization and ${column} = :parent`,
  );
  return (uow: UnitOfWork, parentId: string, rows: readonly Omit<InsertedRow<Entity>, Parent | 'position'>[]): void => {
    uow.queue(clear, { parent: parentId });
    const ordered = rows.map((row, index) => ({ ...row, [parent]: parentId, position: index + 1 }));
    uow.insertAll(entity, ordered as unknown as InsertedRow<Entity>[]);
  };
}
