// Depends on TypeORM 1.1 with its postgres driver, and on the storage that its decorators fill.
import type { Pool } from 'pg';
import { DefaultNamingStrategy, getMetadataArgsStorage, type DataSource, type NamingStrategyInterface } from 'typeorm';

export function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { master: Pool }).master;
}

export type EntityClass<Entity extends object = object> = abstract new () => Entity;

export interface DeclaredColumn {
  readonly property: string;
  readonly name: string;
  readonly type: string;
}

/** The entities of all modules that are loaded. */
export function declaredEntities(): (new () => object)[] {
  return getMetadataArgsStorage().tables.map(({ target }) => target as new () => object);
}

/** The table and the columns of an entity, as its decorators declare them: there need be no data source yet. */
export function declaredEntity(entity: EntityClass): { table: string; columns: DeclaredColumn[] } {
  const { tables, columns } = getMetadataArgsStorage();
  const table = tables.find(({ target }) => target === entity)?.name;
  if (table === undefined) throw new Error(`${entity.name} is not an entity with a table name`);
  const declared = columns.filter(({ target }) => target === entity || isBaseOf(target, entity));
  return {
    table,
    columns: declared.map(({ propertyName: property, options: { name, type, array } }) => ({
      property,
      name: name ?? snake(property),
      type: `${String(type)}${array ? '[]' : ''}`,
    })),
  };
}

function isBaseOf(base: unknown, entity: EntityClass): boolean {
  return typeof base === 'function' && entity.prototype instanceof base;
}

/** Maps the property `dueAt` to the column `due_at`. */
export class SnakeNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(propertyName: string, customName: string, prefixes: string[]): string {
    return super.columnName(snake(propertyName), customName, prefixes);
  }
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
