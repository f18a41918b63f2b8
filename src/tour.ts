import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { ConfigModule } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { OrganizationService, type CreatedOrganization } from './identity/identity.public.js';
import { readSettings, type Settings } from './platform/config/settings.js';
import { serviceUrl } from './platform/http/listen.js';
import { exitWith } from './platform/runtime/failures.js';
import { createLogger, PinoNestLogger } from './platform/runtime/logging.js';
import { startRuntime } from './platform/runtime/start-runtime.js';
import { firstDay } from './tour/first-day.js';
import type { Follower } from './tour/follower.js';
import { Guide, TourError } from './tour/guide.js';

/** The one step that no HTTP client can make: the command line opens the school. */
async function createSchool(settings: Settings): Promise<CreatedOrganization> {
  const runtime = await startRuntime(settings, { beside: true });
  const logger = new PinoNestLogger(createLogger('warn'));
  const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), {
    logger,
    abortOnError: false,
  });
  const name = `Tour School ${new Date().toISOString().slice(0, 10)}`;
  const ownerEmail = `olivia.owner.${randomUUID().slice(0, 8)}@school.example`;
  const created = await app.get(OrganizationService, { strict: false }).create({ name, ownerEmail });
  await app.close();
  await runtime.stop();
  return created;
}

const USAGE = 'npm run tour [-- --webhook-url URL --webhook-secret SECRET]';

function followerOf(args: string[]): Follower | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { 'webhook-url': text, 'webhook-secret': text } });
    const { 'webhook-url': url, 'webhook-secret': secret } = values;
    if (url !== undefined && secret !== undefined) return { url, secret };
    if (url === undefined && secret === undefined) return undefined;
  } catch {
    // It is said below.
  }
  throw new TourError(`Usage: ${USAGE}`);
}

/**
 * A school's first day over HTTP, against the service that runs with this configuration: `npm run tour`. With a
 * webhook URL and its secret, what happens is sent there too.
 */
async function main(): Promise<void> {
  const follower = followerOf(process.argv.slice(2));
  await ConfigModule.forRoot({ validate: readSettings as never });
  const settings = readSettings(process.env);
  await firstDay(new Guide(serviceUrl(settings.HOST, settings.PORT)), await createSchool(settings), follower);
}

main().catch((error: unknown) => {
  if (!(error instanceof TourError)) exitWith(error);
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
