import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { Settings } from './platform/config/settings.js';
import { serviceVersion, setPrefix } from './platform/http/application.js';
import { buildDocument } from './platform/openapi/document.js';

/** Writes openapi.json from the code; with --check, only says whether it is up to date. Needs no database. */
async function main(): Promise<void> {
  const runtime = { settings: new Settings(), databaseUrl: 'postgresql://unused', secretKeys: [Buffer.alloc(32)] };
  const app = await NestFactory.create(AppModule.forRuntime(runtime), { preview: true, logger: false });
  setPrefix(app);
  const text = `${JSON.stringify(buildDocument(app, serviceVersion()), null, 2)}\n`;
  const file = new URL('../../openapi.json', import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    return;
  }
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write('openapi.json is not what the code says: run `npm run openapi` and commit it.\n');
    process.exitCode = 1;
  }
}

await main();
