import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { OrganizationService, type CreatedOrganization } from '#contexts/identity/identity.public.js';
import { AddressSettings, type Configuration } from '#kernel/settings';
import { HttpSettings } from '#transport/http/http.settings.js';
import { serviceUrl } from '#transport/http/connections/listen.js';
import { exitWith } from '#runtime/failures.js';
import { loadConfiguration } from '#runtime/load-configuration.js';
import { createLogger, PinoNestLogger } from '#runtime/logging.js';
import { startRuntime } from '#runtime/start-runtime.js';
import { firstDay } from './tour/first-day.js';
import type { Follower } from './tour/follower.js';
import { Guide, TourError } from './tour/guide.js';

/** Creates the organization, which is not possible over HTTP. */
async function createOrganization(configuration: Configuration): Promise<CreatedOrganization> {
  const runtime = await startRuntime(configuration, { reuseRunning: true });
  const logger = new PinoNestLogger(createLogger('warn'));
  const options = { logger, abortOnError: false };
  const app = await NestFactory.createApplicationContext(AppModule.forRuntime(runtime), options);
  const name = `Tour School ${new Date().toISOString().slice(0, 10)}`;
  const ownerEmail = `olivia.owner.${randomUUID().slice(0, 8)}@school.example`;
  const created = await app.get(OrganizationService, { strict: false }).create({ name, ownerEmail });
  await app.close();
  await runtime.stop();
  return created;
}

function followerOf(args: string[]): Follower | undefined {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args, options: { 'webhook-url': text, 'webhook-secret': text } });
    const { 'webhook-url': url, 'webhook-secret': secret } = values;
    if (url !== undefined && secret !== undefined) return { url, secret };
    if (url === undefined && secret === undefined) return undefined;
  } catch {
    // Unknown options: see below.
  }
  throw new TourError('Usage: npm run tour [-- --webhook-url URL --webhook-secret SECRET]');
}

/** Runs the tour against the service that runs with this configuration: `npm run tour`. */
async function main(): Promise<void> {
  const follower = followerOf(process.argv.slice(2));
  const configuration = await loadConfiguration();
  const { HOST } = configuration.get(HttpSettings);
  const { PORT } = configuration.get(AddressSettings);
  await firstDay(new Guide(serviceUrl(HOST, PORT)), await createOrganization(configuration), follower);
}

main().catch((error: unknown) => {
  if (!(error instanceof TourError)) exitWith(error);
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
