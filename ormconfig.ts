import { DataSource } from 'typeorm';
import { dataSourceOptions } from './src/kernel/persistence/data-source.js';
import { migrations } from './migrations/list.js';

/** For the TypeORM command line: `npx typeorm migration:show -d dist/ormconfig.js`, as the role that owns the schema. */
const url = process.env.MIGRATION_DATABASE_URL ?? process.env.DATABASE_URL;
if (!url) throw new Error('MIGRATION_DATABASE_URL or DATABASE_URL must be set');

export default new DataSource({ ...dataSourceOptions(url, 2), migrations });
