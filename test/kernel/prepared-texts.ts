import { DataSource } from 'typeorm';
import type { EntityClass } from '../../src/kernel/internals/typeorm.js';
import { rowForms } from '../../src/kernel/persistence/row-statements.js';
import { declaredStatements } from '../../src/kernel/persistence/statement.js';
import { GLOBAL_TABLES } from '../../src/kernel/persistence/tables.js';
import type { TestApp } from '../support/test-app.js';

/** The SQL of every statement that the service can prepare, by name: the declared ones and those on rows. */
export function preparedTexts(app: TestApp): Map<string, string> {
  const texts = new Map([...declaredStatements()].map(([name, { text }]) => [name, text]));
  for (const metadata of app.nest.get(DataSource, { strict: false }).entityMetadatas) {
    const { insert, update, select, lock, insertAll, updateAll, lockAll } = rowForms(metadata.target as EntityClass);
    for (const { name, text } of [insert, update, select, lock]) texts.set(name, text);
    if (GLOBAL_TABLES.includes(metadata.tableName)) continue;
    for (const { name, text } of [insertAll, updateAll, lockAll]) texts.set(name, text);
  }
  return texts;
}
