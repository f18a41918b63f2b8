import 'reflect-metadata';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { serviceVersion } from '#transport/service-version.js';
import { Configuration } from '#kernel/settings';
import { buildDocument } from '#transport/openapi/document.js';

/** Generates openapi.json; with --check, only verifies that it is up to date. Needs no database. */
async function main(): Promise<void> {
  const runtime = {
    configuration: new Configuration({}),
    databaseUrl: 'postgresql://unused',
    secretKeys: [Buffer.alloc(32)],
  };
  const app = await NestFactory.create(AppModule.forRuntime(runtime), { preview: true, logger: false });
  const text = `${written(buildDocument(app, serviceVersion()))}\n`;
  const file = new URL('../../openapi.json', import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
    return;
  }
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write('openapi.json is out of date: run `npm run openapi` and commit it.\n');
    process.exitCode = 1;
  }
}

/** JSON with short values on one line, so that a change of the API is a small diff. */
function written(value: unknown, indent = ''): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + line.length <= 120) return line;
  const deeper = `${indent} `;
  const parts = Object.entries(value).map(([name, part]) =>
    Array.isArray(value) ? written(part, deeper) : `${JSON.stringify(name)}: ${written(part, deeper)}`,
  );
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}

await main();
