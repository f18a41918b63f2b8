// Adds the checksums of new migrations to migrations/checksums.json: `npm run migration:seal`. Refuses changed ones.
import { readFileSync, writeFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { migrations } from '../dist/migrations/list.js';
import { dataSourceOptions } from '../dist/src/kernel/persistence/data-source.js';
import { migrationChecksums } from '../dist/src/kernel/persistence/migration-history.js';

const file = new URL('../migrations/checksums.json', import.meta.url);
const sealed = JSON.parse(readFileSync(file, 'utf8'));

/** The migrations are loaded, and no connection is made. */
const dataSource = new DataSource({ ...dataSourceOptions('postgresql://unused', 1), migrations });
await dataSource.buildMetadatas();
const current = migrationChecksums(dataSource);

const changed = Object.keys(sealed).filter((name) => sealed[name] !== current[name]);
if (changed.length > 0) {
  process.stderr.write(`Sealed migrations never change: restore ${changed.join(', ')} and write a new migration.\n`);
  process.exit(1);
}
writeFileSync(file, `${JSON.stringify(current, null, 2)}\n`);
