import type { EntityMetadata } from 'typeorm';
import { rowForms, type RowStatement } from './row-statements.js';
import { claimName } from './statement.js';

type Column = EntityMetadata['columns'][number];

type SetForms = Readonly<Record<'insertAll' | 'updateAll' | 'lockAll', RowStatement>>;

const formsOf = new WeakMap<EntityMetadata, SetForms>();

/** The statements on several of an entity's rows, each of which takes any number of rows. */
export function rowSetForms(metadata: EntityMetadata): SetForms {
  const cachedForms = formsOf.get(metadata);
  if (cachedForms) return cachedForms;
  const { columns, tableName } = metadata;
  const { update, select } = rowForms(metadata);
  const own = columns.filter(({ propertyName }) => propertyName !== 'organizationId');
  const names = own.map(({ databaseName }) => `"${databaseName}"`);
  const typed = own.map((column) => `"${column.databaseName}" ${typeOf(column)}`);
  const forms = {
    // The organization comes from the row of the Idempotency-Key: Citus refuses an INSERT … SELECT without a tenant table.
    insertAll: {
      name: `insert_all_${tableName}`,
      text: `insert into "${tableName}" (organization_id, ${names.join(', ')})
        select k.organization_id, ${names.map((name) => `r.${name}`).join(', ')}
        from idempotency_keys k cross join jsonb_to_recordset($3::jsonb) as r (${typed.join(', ')})
        where k.organization_id = $1 and k.id = $2`,
    },
    updateAll: { name: `update_all_${tableName}`, text: ofSeveral(update.text) },
    lockAll: { name: `lock_all_${tableName}`, text: `${ofSeveral(select.text)} order by id for update` },
  };
  for (const { name, text } of Object.values(forms)) claimName(name, text);
  formsOf.set(metadata, forms);
  return forms;
}

function ofSeveral(text: string): string {
  return text.replace(/id = \$2$/, 'id = any($2::uuid[])');
}

function typeOf({ type, isArray }: Column): string {
  return `${String(type)}${isArray ? '[]' : ''}`;
}
