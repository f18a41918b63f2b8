// Depends on TypeORM 1.1 with its postgres driver, and on the storage that its decorators fill.
import type { Pool } from 'pg';
import { getMetadataArgsStorage, type DataSource } from 'typeorm';

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

interface DeclaredColumn {
  readonly property: string;
  readonly name: string | undefined;
  readonly type: string;
}

/** The entities of all modules that are loaded. */
export function declaredEntities(): (new () => object)[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target as new () => object);
}

/** The table and the columns of an entity, as its decorators declare them: there need be no data source yet. */
export function declaredEntity(entity: abstract new () => object): { table: string; columns: DeclaredColumn[] } {
  const { tables, columns } = getMetadataArgsStorage();
  const table = tables.find(({ target }) => target === entity)?.name;
  if (table === undefined) throw new Error(`${entity.name} is not an entity with a table name`);
  const declared = columns.filter(({ target }) => target === entity || isBaseOf(target, entity));
  return {
    table,
    columns: declared.map(({ propertyName: property, options: { name, type } }) => ({
      property,
      name,
      type: String(type),
    })),
  };
}

function isBaseOf(base: unknown, entity: abstract new () => object): boolean {
  return typeof base === 'function' && entity.prototype instanceof base;
}
